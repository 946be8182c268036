/**
 * Counts what is under way, for who must wait for it. The promises themselves are not kept: V8 holds on to what has
 * been in a set until its next full collection, and so every answer would stay for as long.
 */
export interface WorkUnderWay {
  isNone(): boolean
  /** The same promise, counted until it settles. */
  track<Result>(work: Promise<Result>): Promise<Result>
  /** When nothing is under way, also of what was begun meanwhile. */
  settled(): Promise<void>
}

export function createWorkUnderWay(): WorkUnderWay {
  let count = 0
  let waiting: (() => void)[] = []

  function done(): void {
    count--
    if (count > 0) return
    for (const goOn of waiting) goOn()
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
