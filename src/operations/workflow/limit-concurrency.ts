/** Runs at most `max` at once, first come first served. */
export type ConcurrencyLimit = <Result>(work: () => Promise<Result>) => Promise<Result>

export function limitConcurrency(max: number): ConcurrencyLimit {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    // A finished one hands its place to the next in line, so that no newcomer takes it.
    if (running < max) running++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}
