import { explainAll } from '../recall/ingredients.mjs'

/** REC5: what the three retrievers weigh in recall's similarity. */
const weights = { lexical: 0.25, vector: 0.45, soft: 0.3 }

const evidenceOf = ({ parts }, wanted) => parts.find(({ name }) => name === wanted)?.value ?? 0
const lexical = (explanation) => evidenceOf(explanation, 'lexical')
const similarity = (explanation) =>
  Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * evidenceOf(explanation, name), 0)

/** What recall is compared with: rankings by a part of its own evidence, as `explain` shows it. What has none of it is not found. */
export const baselines = {
  BM25: { score: lexical, withWordings: false },
  'three retrievers': { score: similarity, withWordings: false },
  'three retrievers, wordings': { score: similarity, withWordings: true },
}

/** By each baseline the first ten; of several wordings a memory's best score counts. Ties in the order of telling. */
export async function rankByBaselines({ mind }, { nameOf }, question) {
  const explained = []
  for (const query of [question.text, ...question.also])
    explained.push(await explainAll(mind, query, { kinds: undefined }))
  return Object.fromEntries(
    Object.entries(baselines).map(([name, { score, withWordings }]) => {
      const best = new Map()
      for (const { id, explanation } of (withWordings ? explained : explained.slice(0, 1)).flat())
        best.set(id, Math.max(best.get(id) ?? 0, score(explanation)))
      const found = [...best].filter(([, value]) => value > 0)
      const ranked = found.sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
      return [name, { question, results: ranked.slice(0, 10).map(([id]) => ({ id: nameOf(id) })) }]
    }),
  )
}
