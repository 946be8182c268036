/**
 * Counts pending promises, for callers that must wait for them. It does not hold the promises: V8 keeps former members
 * of a set alive until its next full collection, and every answer with them (`npm run bench:soak`).
 */
export interface PendingWork {
  isNone(): boolean
  /** The same promise, counted until it settles. */
  track<Result>(work: Promise<Result>): Promise<Result>
  /** Resolves when nothing is pending, including work that began meanwhile. */
  settled(): Promise<void>
}

export function createPendingWork(): PendingWork {
  let count = 0
  let waiting: (() => void)[] = []

  function done(): void {
    count--
    if (count > 0) return
    for (const resume of waiting) resume()
    waiting = []
  }

  return {
    isNone: () => count === 0,
    track(work) {
      count++
      work.then(done, done)
      return work
    },
    async settled() {
      while (count > 0) await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}
