/** COM10: shares the call counts of servers on one database. Counts older than the window are deleted. */
export interface CallLedger {
  /**
   * Stores this server's counts and returns the counts of others after the number `after`, which starts at 0. Counts
   * older than the window at `now` are ignored. Writes only if there are calls to store.
   */
  exchange(counts: LocalCounts): Promise<RemoteCounts>
}

export interface LocalCounts {
  /** A unique name of this server. */
  readonly server: string
  readonly calls: readonly CountedCalls[]
  readonly after: number
  readonly now: number
  readonly windowMs: number
}

export interface RemoteCounts {
  readonly calls: readonly CountedCalls[]
  /** The next `after`. */
  readonly seen: number
}

/** The times of a key's calls, oldest first. */
export interface CountedCalls {
  readonly key: string
  readonly at: readonly number[]
}
