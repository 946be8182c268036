import { z } from 'zod'
import { windowSize } from '../../memory/recall/ranking/windows.js'
import type { OperationContext } from '../machinery/operation-context.js'
import type { Found, RankingDetails } from './find-memories.js'

/** REC10: the parts add up to the score; the curve turns it into the relevance. */
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
  /** REC24: which wording found it, when there are several. */
  wording: z.string().optional(),
  /** REC25: the place of the answer that matched, from 1; absent when the text did. */
  answer: z.int().optional(),
  matched_words: z.array(z.string()),
  soft_pairs: z.array(z.string()),
})

interface PageInput {
  readonly explain: boolean
  readonly offset?: number
  readonly limit: number
}

/** The details a page's explanation needs: of whole windows, since a page is ordered window by window. */
export const explaining = ({ explain, offset = 0, limit }: PageInput): RankingDetails =>
  explain ? { explainFirst: Math.ceil((offset + limit) / windowSize) * windowSize } : {}

/** Gives the explanation by memory id; nothing for memories that were not ranked, or without `explain`. */
export async function explainer({ ranking, wordings }: Found, { tokenSpace }: Pick<OperationContext, 'tokenSpace'>) {
  const { spell } = await tokenSpace()
  const byId = new Map(ranking.explanations.map((each, place) => [ranking.ids[place], each]))
  return (id: string): { explanation?: z.output<typeof explanation> } => {
    const found = byId.get(id)
    if (found === undefined) return {}
    const { matchedWords, softPairs, parts, wording, answer, ...rest } = found
    const pairs = softPairs.map(
      // "hiking ~ trail 0.62"
      ({ queryToken, textToken, cosine }) => `${spell(queryToken)} ~ ${spell(textToken)} ${cosine.toFixed(2)}`,
    )
    return {
      explanation: {
        ...rest,
        parts: [...parts],
        ...(wordings.length > 1 ? { wording: wordings[wording].text } : {}),
        ...(answer > 0 ? { answer } : {}),
        matched_words: [...matchedWords],
        soft_pairs: pairs,
      },
    }
  }
}
