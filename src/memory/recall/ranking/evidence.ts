import { evidence } from '../constants.js'
import type { Query, QueryWord } from '../query/query.js'
import type { CandidateSet, CollectionStatistics } from './candidates.js'
import type { CueContext } from './cues.js'
import { wordShare } from './lexical.js'
import type { Scene } from './scene-context.js'
import type { Similarities } from './similarity.js'

/**
 * The weight of each word as evidence: idf plus a constant, so that the common words of a small store still count. Names
 * weigh more, since the question is about them. Words of a time weigh 0: they are compared as times.
 */
function evidenceWeights({ words }: Query, wordWeights: Float64Array, statistics: CollectionStatistics): Float64Array {
  return Float64Array.from(words, (word, place) => {
    if (word.isTime) return 0
    const weight = wordWeights[place] + evidence.added * wordShare(word, statistics)
    return word.isName ? weight * evidence.name : weight
  })
}

/**
 * Σ weight·cover / Σ weight over the query's words, for the best scene. A name is covered only by itself: Melanie is near
 * Caroline in any token space, but is another person.
 */
export function bestCoverage(
  query: Query,
  scenes: readonly Scene[],
  { wordWeights, covers }: Similarities,
  statistics: CollectionStatistics,
): number {
  const weights = evidenceWeights(query, wordWeights, statistics)
  const width = weights.length
  let total = 0
  for (const weight of weights) total += weight
  if (total === 0) return 0
  let best = 0
  const covered = new Float64Array(width)
  for (const scene of scenes) {
    covered.fill(0)
    for (const at of scene) {
      for (let word = 0; word < width; word++) {
        const cover = covers[at * width + word]
        if (cover > covered[word] && (cover === 1 || !query.words[word].isName)) covered[word] = cover
      }
    }
    let sum = 0
    for (let word = 0; word < width; word++) sum += weights[word] * covered[word]
    best = Math.max(best, sum / total)
  }
  return best
}

function coverageBound(documents: number): number {
  const { minCoverage, minCoverageOfOne, chanceMemories } = evidence
  const share = Math.min(1, Math.log(Math.max(1, documents)) / Math.log(chanceMemories))
  return minCoverageOfOne + (minCoverage - minCoverageOfOne) * share
}

/** REC14, decided before context and cues. Any memory is relevant to a query without content words. */
export function isNothingRelevant(
  query: Query,
  { candidates, statistics }: CandidateSet,
  coverage: number,
  { vector }: Similarities,
  { identifiers }: CueContext,
): boolean {
  if (candidates.length === 0) return true
  if (query.isVague || coverage >= coverageBound(statistics.documents)) return false
  if (vector.some((cosine) => cosine >= evidence.cosine)) return false
  if (candidates.some((candidate) => identifiers.some((term) => candidate.termCount(term) > 0))) return false
  return !(isAboutTime(query, statistics) && candidates.some(({ happenedAt }) => isWithin(query, happenedAt)))
}

/** Whether the query asks what happened at a time, and names no unknown person. */
function isAboutTime({ words, spans }: Query, { documentFrequencies }: CollectionStatistics): boolean {
  const others = words.filter(({ isTime }) => !isTime)
  const isKnown = ({ isName, terms }: QueryWord) => !isName || terms.some((term) => documentFrequencies[term] > 0)
  return spans.length > 0 && others.length <= evidence.dateWords && others.every(isKnown)
}

const isWithin = ({ spans }: Query, moment: number): boolean =>
  spans.some(({ from, to }) => moment >= from && moment <= to)
