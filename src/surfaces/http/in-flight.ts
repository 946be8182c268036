/** How many of something are open, for each key. */
export interface InFlight {
  /** What to call when it is over; undefined when there are as many as may be. */
  enter(key: string): (() => void) | undefined
  /** Of all keys. */
  count(): number
}

export function createInFlight(most: number): InFlight {
  const open = new Map<string, number>()
  let all = 0
  return {
    enter(key) {
      const before = open.get(key) ?? 0
      if (before >= most) return undefined
      open.set(key, before + 1)
      all++
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        all--
        const left = (open.get(key) ?? 0) - 1
        if (left > 0) open.set(key, left)
        else open.delete(key)
      }
    },
    count: () => all,
  }
}
