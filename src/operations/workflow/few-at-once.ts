/** Runs at most so many at once, in the order in which they came. */
export type FewAtOnce = <Result>(work: () => Promise<Result>) => Promise<Result>

export function createFewAtOnce(most: number): FewAtOnce {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    // Whoever leaves hands the place over, so that nobody who comes meanwhile takes it.
    if (running < most) running++
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
