/** Lets so many in at a time, in the order they came. */
export type Turnstile = <Result>(work: () => Promise<Result>) => Promise<Result>

export function createTurnstile(most: number): Turnstile {
  const waiting: (() => void)[] = []
  let inside = 0
  return async (work) => {
    if (inside >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else inside++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // Whoever comes next takes the place over.
      if (next === undefined) inside--
      else next()
    }
  }
}
