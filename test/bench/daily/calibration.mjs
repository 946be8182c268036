import { mean } from '../numbers.mjs'

const binCount = 10
/** REC20: what is less relevant is not returned, so nobody relies on its relevance. */
const leastRelevance = 0.05

/** Every result of these answers: what it promised, and whether it was gold. */
export const promisesIn = (answers) =>
  answers.flatMap(({ question, results }) =>
    results.map(({ id, relevance }) => ({ relevance, isGold: question.gold.includes(id) })),
  )

/** Ten bins of equal width; 1 belongs to the last. */
export function reliability(promises) {
  const bins = Array.from({ length: binCount }, () => [])
  for (const promise of promises) bins[Math.min(binCount - 1, Math.floor(promise.relevance * binCount))].push(promise)
  return bins.map((bin, place) => ({
    from: place / binCount,
    count: bin.length,
    promised: mean(bin.map(({ relevance }) => relevance)),
    kept: mean(bin.map(({ isGold }) => (isGold ? 1 : 0))),
  }))
}

/**
 * Expected calibration error: Σ over bins of n_bin/n · |share that is gold − mean relevance|, over results at ≥ .05.
 * Naeini, Cooper & Hauskrecht (2015).
 */
export function calibrationError(promises) {
  const counted = promises.filter(({ relevance }) => relevance >= leastRelevance)
  if (counted.length === 0) return Number.NaN
  return reliability(counted)
    .filter(({ count }) => count > 0)
    .reduce((sum, { count, promised, kept }) => sum + (count / counted.length) * Math.abs(kept - promised), 0)
}
