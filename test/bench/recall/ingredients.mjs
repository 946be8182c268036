const similarity = new Set(['lexical', 'vector', 'soft'])
const surroundings = new Set([
  ...similarity,
  'previous',
  'next',
  'answer',
  'exchange',
  'scene',
  'scene_lexical',
  'coverage',
])
const sumOf = (parts, names) =>
  parts.reduce((sum, { name, contribution }) => (names.has(name) ? sum + contribution : sum), 0)

/** What each line of the table ranks by, from the parts that `explain` shows. */
export const ingredients = {
  BM25: ({ parts }) => parts.find(({ name }) => name === 'lexical')?.value ?? 0,
  similarity: ({ parts }) => sumOf(parts, similarity),
  '+ context': ({ parts }) => sumOf(parts, surroundings),
  '+ cues': ({ score }) => score,
}

/** Every ranked memory of the scope with its explanation, by paging through `recall`. */
export async function explainAll(mind, query, scope = {}) {
  const all = []
  for (let offset = 0; ; offset += 100) {
    const answer = await mind.call('recall', {
      kinds: ['episode'],
      min_relevance: 0,
      ...scope,
      query,
      limit: 100,
      offset,
      explain: true,
      max_tokens: 1_000_000,
    })
    const explained = answer.memories.filter(({ explanation }) => explanation !== undefined)
    all.push(...explained.map(({ id, relevance, explanation }) => ({ id, relevance, explanation })))
    if (!answer.has_more || explained.length < answer.memories.length) return all
  }
}

/** The ids, best first, by one ingredient; ties by id, that is in the order of writing. */
export function rankBy(explained, ingredient) {
  const scored = explained.map(({ id, explanation }) => ({ id, score: ingredients[ingredient](explanation) }))
  return scored.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).map(({ id }) => id)
}
