/** The working tree that the process was started in. */
export interface Repository {
  /** Whose memories may name its files (COM13). */
  readonly project: string
  /** Of these paths, the ones that it is likely to have held and that are there no more. Never looks outside of it. */
  findGone(paths: readonly string[]): Promise<ReadonlySet<string>>
}
