import type { Candidate } from './candidates.js'
import { evidence } from './constants.js'
import { wordCount } from './lexical.js'
import type { Query } from './query.js'
import type { Scene } from './scene-context.js'
import type { Similarities } from './similarity.js'

/** How much of each query word one memory holds: 1 when it has the word, else its best soft partner's cosine. */
function coverWords(query: Query, { softMatch }: Similarities, candidate: Candidate, covered: Float64Array): void {
  const best = softMatch.bestOf(candidate.tokens)
  query.words.forEach(({ terms, tokens }, word) => {
    let cover = 0
    for (const token of tokens) cover += best[token]
    cover = tokens.length > 0 ? Math.min(1, cover / tokens.length) : 0
    if (wordCount(candidate.termCounts, terms) > 0) cover = 1
    if (cover > covered[word]) covered[word] = cover
  })
}

/** Σ idf·cover / Σ idf over the query's words, for the scene that covers most. */
export function bestCoverage(
  query: Query,
  candidates: readonly Candidate[],
  scenes: readonly Scene[],
  similarities: Similarities,
): number {
  const { wordWeights } = similarities
  const covered = new Float64Array(query.words.length)
  let total = 0
  for (const weight of wordWeights) total += weight
  if (total === 0) return 0
  let best = 0
  for (const scene of scenes) {
    covered.fill(0)
    for (const at of scene) coverWords(query, similarities, candidates[at], covered)
    let sum = 0
    for (let word = 0; word < covered.length; word++) sum += wordWeights[word] * covered[word]
    best = Math.max(best, sum / total)
  }
  return best
}

/** REC14: decided on the evidence itself, before context and cues. */
export function isNothingRelevant(coverage: number): boolean {
  return coverage < evidence.minCoverage
}
