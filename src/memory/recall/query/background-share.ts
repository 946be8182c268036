import { background } from '../constants.js'

/** Whole words begin here in the vocabulary, the most frequent first. */
const firstWord = 1996
/**
 * Normalises Zipf's frequencies: Σ 1/rank over the vocabulary's content words is about 5, and a content word occurs in
 * two forms on average, which count as one.
 */
const harmonic = 2.5

/**
 * The share of texts in general that contain a word, by Zipf's law (1949): a word's frequency is inverse to its rank,
 * and the model's vocabulary lists words by rank. `tokens` spell the word; of several the rarest counts.
 */
export function backgroundShare(tokens: readonly number[]): number {
  if (tokens.length === 0) return background.unspelledWord
  let share = 1
  for (const token of tokens) {
    const frequency = Math.min(1, 1 / (Math.max(1, token - firstWord + 1) * harmonic))
    share = Math.min(share, 1 - (1 - frequency) ** background.textLength)
  }
  return tokens.length > 1 ? Math.min(share, background.piecedWord) : share
}
