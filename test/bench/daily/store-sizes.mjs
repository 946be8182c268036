import { createRandom } from '../numbers.mjs'
import { progress } from '../report.mjs'
import { variants } from './measure.mjs'
import { shuffle } from './tell.mjs'
import { withTools } from './tools.mjs'

const seed = 24
const pageSize = 100
const maxPages = 10

/**
 * REC19: the relevance of the same question and memory in stores of these sizes. At most a tenth of a store are pairs
 * (one, in the smallest), each in a session of its own; the rest are the worlds' other memories and `fillers`, as far
 * as they go. Sample and order are pinned. Gives for each pair its relevance by size, for each variant.
 */
export async function comparePairs(worlds, fillers, { sizes, sampleSize }, withMind) {
  const random = createRandom(seed)
  const pairs = shuffle(worlds.flatMap(pairsOf), random).slice(0, sampleSize)
  const paired = new Set(pairs.map(({ memory }) => memory))
  const unpaired = worlds.flatMap(({ memories }) => memories.filter((memory) => !paired.has(memory)))
  const others = shuffle([...unpaired, ...fillers], random)
  const measured = {}
  for (const variant of ['plain', 'both'].filter((name) => variants.includes(name))) {
    measured[variant] = pairs.map(() => [])
    for (const size of sizes) {
      const perStore = Math.max(1, Math.floor(size / 10))
      for (let from = 0; from < pairs.length; from += perStore) {
        if (from % 10 === 0) progress(`the same pairs in stores of ${size}: ${variant}, ${from}/${pairs.length}`)
        const here = pairs.slice(from, from + perStore)
        const beside = take(others, size - here.length, from)
        const found = await relevancesIn(here, beside, variant === 'both', withMind)
        found.forEach((relevance, place) => {
          measured[variant][from + place].push(relevance)
        })
      }
    }
  }
  return measured
}

/** For each pair the largest difference between two sizes. */
export const differences = (pairs) => pairs.map((relevances) => Math.max(...relevances) - Math.min(...relevances))

/** A question and one of the memories that it needs: the first. */
const pairsOf = ({ memories, questions }) =>
  questions
    .filter(({ gold }) => gold.length > 0)
    .map((question) => ({ question, memory: memories.find(({ id }) => id === question.gold[0]) }))

/** So many if there are, from a place of its own for each store. */
const take = (items, count, from) =>
  Array.from({ length: Math.min(count, items.length) }, (_, place) => items[(from + place) % items.length])

function relevancesIn(pairs, beside, withAll, withMind) {
  return withTools(withMind, async ({ mind, clock, call }) => {
    clock.time = Date.parse('2026-11-20T12:00:00Z')
    await importAll(mind, beside)
    const ids = []
    for (const [place, { memory }] of pairs.entries()) {
      const { text, kind, at, answers } = memory
      const input = { text, kind, timestamp: new Date(at).toISOString(), session_id: `pair-${place}` }
      ids.push((await call('remember', { ...input, ...(withAll && answers.length > 0 ? { answers } : {}) })).answer.id)
    }
    const found = []
    for (const [place, { question }] of pairs.entries())
      found.push(await relevanceOf(call, ids[place], question, withAll))
    return found
  })
}

/** 0 where it is not among the candidates. */
async function relevanceOf(call, id, { text, also }, withAll) {
  const input = { query: text, limit: pageSize, min_relevance: 0, max_tokens: 1_000_000, ...(withAll ? { also } : {}) }
  for (let page = 0; page < maxPages; page++) {
    const { answer } = await call('recall', { ...input, offset: page * pageSize })
    const found = answer.memories.find((memory) => memory.id === id)
    if (found !== undefined) return found.relevance
    if (!answer.has_more) break
  }
  return 0
}

async function importAll(mind, memories) {
  const lines = memories.map(({ text, kind, at, session }) => ({
    kind,
    content: text,
    session_id: session,
    happened_at: new Date(at).toISOString(),
  }))
  const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  for await (const { line, what, reason } of mind.import([bytes]))
    if (what === 'bad') throw new Error(`line ${line} of the import: ${reason}`)
}
