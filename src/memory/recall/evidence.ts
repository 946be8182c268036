import type { CandidateSet, CollectionStatistics } from './candidates.js'
import { evidence } from './constants.js'
import type { CueContext } from './cues.js'
import { wordShare } from './lexical.js'
import type { Query, QueryWord } from './query.js'
import type { Scene } from './scene-context.js'
import type { Similarities } from './similarity.js'

/**
 * What each word weighs as evidence: idf + a constant, so that the few common words of a small store still count, and
 * a name more, since the question is about it. Times do not count: they are compared as times.
 */
function evidenceWeights({ words }: Query, wordWeights: Float64Array, statistics: CollectionStatistics): Float64Array {
  return Float64Array.from(words, (word, place) => {
    if (word.isTime) return 0
    const weight = wordWeights[place] + evidence.added * wordShare(word, statistics)
    return word.isName ? weight * evidence.name : weight
  })
}

/**
 * Σ weight·cover / Σ weight over the query's words, for the scene that covers most. A name is covered by itself alone:
 * Melanie is near Caroline in any token space, and still another person.
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

/** REC14: decided on the evidence itself, before context and cues. A query without content words asks for nothing. */
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

/** Asks what happened then; but not with somebody who was never mentioned. */
function isAboutTime({ words, spans }: Query, { documentFrequencies }: CollectionStatistics): boolean {
  const others = words.filter(({ isTime }) => !isTime)
  const isKnown = ({ isName, terms }: QueryWord) => !isName || terms.some((term) => documentFrequencies[term] > 0)
  return spans.length > 0 && others.length <= evidence.dateWords && others.every(isKnown)
}

const isWithin = ({ spans }: Query, moment: number): boolean =>
  spans.some(({ from, to }) => moment >= from && moment <= to)
