/** What the clients were told: the database is held against it at the end. */
export class Books {
  /** Writes that were answered, by what they wrote. */
  readonly written = new Set<string>()
  /** Writes of which the caller was told that nothing was written. */
  readonly refused = new Set<string>()
  /** Answers of the assistant that were taken; each is to become one episode. */
  readonly told = new Set<string>()
  /** Conversations that the caller knows of, with the events that it has seen. */
  readonly seen = new Map<string, number[]>()
  /** Changes as somebody heard of them who listened all the time. */
  readonly heard: number[] = []
  /** Changes of one memory that all change: answered ones, and ones of which nobody knows. */
  readonly marks = { answered: 0, unknown: 0 }
  /** What no call may do. */
  readonly wrong: string[] = []
  readonly counts: Record<string, number> = {}

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1
  }
}
