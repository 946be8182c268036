import { ingest } from '../ingest.mjs'
import { progress } from '../report.mjs'
import { withMind as withFolder } from '../temporary-mind.mjs'
import { explainAll, ingredients, rankBy } from './ingredients.mjs'
import { askAll, lines, tool } from './locomo.mjs'
import { ndcg } from './scores.mjs'

/** nDCG@10 of every claim, per line; `tops` and `explains` as for LoCoMo. */
export function scoreScifact(
  { documents, queries },
  { queryLimit, explains = true, atOnce = 1, withMind = withFolder } = {},
) {
  const scores = Object.fromEntries(lines.map((line) => [line, []]))
  const tops = []
  return withMind({}, async (mind) => {
    progress('SciFact: storing the abstracts')
    const ids = await ingest(
      mind,
      documents.map(({ id, text }) => ({ text, session: `abstract-${id}` })),
    )
    const documentOf = new Map(ids.map((id, index) => [id, documents[index].id]))
    const asked = queries.slice(0, queryLimit)
    await askAll(asked, atOnce, async ({ text, grades }, place) => {
      if (place % 20 === 0) progress(`SciFact: claim ${place + 1}/${asked.length}`)
      const explained = explains ? await explainAll(mind, text) : []
      for (const line of explains ? Object.keys(ingredients) : []) {
        scores[line].push(
          ndcg(
            rankBy(explained, line).map((id) => documentOf.get(id)),
            grades,
          ),
        )
      }
      const { episodes } = await mind.call(tool, { query: text, limit: 10 })
      const found = episodes.map(({ id }) => documentOf.get(id))
      scores[tool].push(ndcg(found, grades))
      tops[place] = found
    })
    return { scores, tops }
  })
}
