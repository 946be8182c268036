export const mean = (values) =>
  values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length

/** Nearest rank; of an empty list NaN. */
export function quantile(values, share) {
  const sorted = Float64Array.from(values).sort()
  return sorted.length === 0 ? Number.NaN : sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]
}

export const median = (values) => quantile(values, 0.5)
export const p95 = (values) => quantile(values, 0.95)

/** A small seeded generator (mulberry32): the same numbers on every run. */
export function createRandom(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit) => Math.floor(next() * limit)
  return { next, below, pick: (list) => list[below(list.length)] }
}

/** Milliseconds that `work` took, beside what it gave. */
export async function timed(work) {
  const start = performance.now()
  const result = await work()
  return { ms: performance.now() - start, result }
}
