/** An erasure has no id: nothing is kept of an erased memory. */
export type Change = { readonly seq: number; readonly at: number } & (
  | { readonly what: 'added' | 'changed' | 'connected' | 'embedded'; readonly id: string }
  | { readonly what: 'erased'; readonly id: null }
)

/** Follows the change log, also across processes. */
export interface ChangeFeed {
  changes(since: number, limit: number): Promise<readonly Change[]>
  /** The change log's newest number; 0 for an empty store. */
  newestSeq(): Promise<number>
  /** Yields the newest number at once, then after every change, also by other processes. */
  watch(signal: AbortSignal): AsyncIterable<number>
}
