/** Counts open requests or streams per key. */
export interface InFlight {
  /** Returns the function that ends it, or undefined at the limit. */
  enter(key: string): (() => void) | undefined
  /** The total over all keys. */
  count(): number
}

export function createInFlight(max: number): InFlight {
  const open = new Map<string, number>()
  let total = 0
  return {
    enter(key) {
      const before = open.get(key) ?? 0
      if (before >= max) return undefined
      open.set(key, before + 1)
      total++
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        total--
        const left = (open.get(key) ?? 0) - 1
        if (left > 0) open.set(key, left)
        else open.delete(key)
      }
    },
    count: () => total,
  }
}
