/** Chance that a seed decides: the same numbers in every run. */
export interface Random {
  /** From 0 up to, but not, 1. */
  next(): number
  below(count: number): number
  pick<T>(from: readonly T[]): T
  /** Early ones far more often than late ones, as words are used. */
  pickByRank<T>(from: readonly T[]): T
}

/** mulberry32 (Tommy Ettinger, public domain). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const random: Random = {
    next,
    below: (count) => Math.floor(next() * count),
    pick: (from) => from[random.below(from.length)]!,
    // Zipf's law, s = 1: the rank is exponential in a uniform number.
    pickByRank: (from) => from[Math.min(from.length - 1, Math.floor((from.length + 1) ** next()) - 1)]!,
  }
  return random
}
