/** The working tree that the process was started in. */
export interface Repository {
  /** The project whose memories may name its files (COM13). */
  readonly project: string
  /** Those paths that the repository probably contained and that no longer exist. Never looks outside of it. */
  findGone(paths: readonly string[]): Promise<ReadonlySet<string>>
}
