import { z } from 'zod'
import { windowSize } from '../../memory/recall/windows.js'
import type { OperationContext } from '../operation-context.js'
import type { Found, Telling } from './find-memories.js'

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

interface AskedPage {
  readonly explain: boolean
  readonly offset?: number
  readonly limit: number
}

/** What a recall should tell so that its page can be explained: of whole windows, since a page is ordered by them. */
export const explaining = ({ explain, offset = 0, limit }: AskedPage): Telling =>
  explain ? { explainFirst: Math.ceil((offset + limit) / windowSize) * windowSize } : {}

/** By a memory's id; nothing for one that stands behind the ranked ones, or when nobody asked. */
export async function explainer({ ranking }: Found, { tokenSpace }: Pick<OperationContext, 'tokenSpace'>) {
  const { spell } = await tokenSpace()
  const byId = new Map(ranking.explanations.map((each, place) => [ranking.ids[place], each]))
  return (id: string): { explanation?: z.output<typeof explanation> } => {
    const found = byId.get(id)
    if (found === undefined) return {}
    const { matchedWords, softPairs, parts, ...rest } = found
    const alike = softPairs.map(
      // "hiking ~ trail 0.62"
      ({ queryToken, textToken, cosine }) => `${spell(queryToken)} ~ ${spell(textToken)} ${cosine.toFixed(2)}`,
    )
    return { explanation: { ...rest, parts: [...parts], matched_words: [...matchedWords], soft_pairs: alike } }
  }
}
