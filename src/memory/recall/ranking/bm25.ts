import { bm25 } from '../constants.js'

/** Inverse document frequency: ln(1 + (N − n + ½) / (n + ½)).  Robertson & Spärck Jones (1976), as Lucene smooths it. */
export const inverseDocumentFrequency = (documents: number, frequency: number): number =>
  Math.log(1 + (Math.max(documents - frequency, 0) + 0.5) / (frequency + 0.5))

/** Saturated term frequency with length normalisation: f·(k1 + 1) / (f + k1·(1 − b + b·l/l̄)).  At most k1 + 1. */
export function saturate(count: number, length: number, averageLength: number): number {
  const relativeLength = averageLength === 0 ? 1 : length / averageLength
  return (count * (bm25.k1 + 1)) / (count + bm25.k1 * (1 - bm25.b + bm25.b * relativeLength))
}
