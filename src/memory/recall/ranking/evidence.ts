import { evidence } from '../constants.js'
import type { Query, QueryWord } from '../query/query.js'
import type { CandidateSet, CollectionStatistics } from './candidates.js'
import { isEcho } from './echo.js'
import { wordShare } from './lexical.js'
import type { Scoring } from './scoring.js'
import type { WordingSimilarities } from './similarity.js'

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
 * Σ weight·cover / Σ weight over the query's words, for what these memories say together. A name is covered only by
 * itself: Melanie is near Caroline in any token space, but is another person.
 */
class Coverage {
  readonly #query: Query
  readonly #covers: Float32Array
  readonly #weights: Float64Array
  readonly #covered: Float64Array
  readonly #total: number

  constructor(query: Query, { wordWeights, covers }: WordingSimilarities, statistics: CollectionStatistics) {
    this.#query = query
    this.#covers = covers
    this.#weights = evidenceWeights(query, wordWeights.weights, statistics)
    this.#covered = new Float64Array(this.#weights.length)
    this.#total = this.#weights.reduce((sum, weight) => sum + weight, 0)
  }

  of(members: readonly number[]): number {
    if (this.#total === 0) return 0
    const width = this.#weights.length
    this.#covered.fill(0)
    for (const at of members) {
      for (let word = 0; word < width; word++) {
        const cover = this.#covers[at * width + word]
        if (cover > this.#covered[word] && (cover === 1 || !this.#query.words[word].isName)) this.#covered[word] = cover
      }
    }
    let sum = 0
    for (let word = 0; word < width; word++) sum += this.#weights[word] * this.#covered[word]
    return sum / this.#total
  }
}

/** Whether any wording finds a conversation, or a note, that bears on the question. */
function hasEvidence(wordings: readonly Query[], scoring: Scoring, { candidates, statistics }: CandidateSet): boolean {
  const { similarities, scenes, isNote } = scoring
  const bound = coverageBound(statistics.documents)
  return wordings.some((query, which) => {
    const coverage = new Coverage(query, similarities.wordings[which], statistics)
    return scenes.some((scene) => {
      if (isNote[scene[0]] === 0) return coverage.of(scene) >= bound
      // REC17: a stored question is no evidence.
      return scene.some(
        (at) =>
          !isEcho(candidates[at]) &&
          similarities.best[at] + evidence.noteCoverage * coverage.of([at]) >= evidence.minOfNote,
      )
    })
  })
}

function coverageBound(documents: number): number {
  const { minCoverage, minCoverageOfOne, chanceMemories } = evidence
  const share = Math.min(1, Math.log(Math.max(1, documents)) / Math.log(chanceMemories))
  return minCoverageOfOne + (minCoverage - minCoverageOfOne) * share
}

/** REC14, decided before context and cues. Any memory is relevant to a query without content words. */
export function isNothingRelevant(wordings: readonly Query[], set: CandidateSet, scoring: Scoring): boolean {
  const [query] = wordings
  const { candidates, statistics } = set
  const { similarities, cueContext } = scoring
  if (candidates.length === 0) return true
  if (query.isVague || hasEvidence(wordings, scoring, set)) return false
  if (similarities.vector.some((cosine, at) => cosine >= evidence.cosine && !isEcho(candidates[at]))) return false
  if (candidates.some((candidate) => cueContext.identifiers.some((term) => candidate.termCount(term) > 0))) return false
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
