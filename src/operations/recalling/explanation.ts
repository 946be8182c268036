import { z } from 'zod'
import type { Explanation } from '../../memory/recall/explain.js'

/** REC10: the parts sum to the score; the curve then makes it the relevance. */
export const explanation = z.object({
  score: z.number(),
  relevance: z.number(),
  curve: z.object({ steepness: z.number(), middle: z.number() }),
  parts: z.array(
    z.object({
      name: z.string(),
      value: z.number().optional(),
      weight: z.number().optional(),
      contribution: z.number(),
    }),
  ),
  matched_words: z.array(z.string()),
  soft_pairs: z.array(z.string()),
})

/** Nothing for a memory that stands behind the ranked ones. */
export function explained(explanation: Explanation | undefined) {
  if (explanation === undefined) return {}
  const { matchedWords, softPairs, parts, ...rest } = explanation
  return {
    explanation: { ...rest, parts: [...parts], matched_words: [...matchedWords], soft_pairs: [...softPairs] },
  }
}
