import { defaultWeights, type SimilarityWeights } from '../../activation/weights.js'
import type { Query } from '../query/query.js'
import type { Candidate, CandidateSet } from './candidates.js'
import { lexicalScore, wordCount, wordWeights } from './lexical.js'
import { SoftMatch } from './soft-match.js'

/** The score of each retriever for each candidate, by index. */
export interface Similarities {
  readonly lexical: Float64Array
  /** NaN when there is no vector to compare. */
  readonly vector: Float64Array
  readonly soft: Float64Array
  readonly total: Float64Array
  readonly wordWeights: Float64Array
  /** How well each candidate covers each query word, a row per candidate: 1 for the word, less for a near one. */
  readonly covers: Float32Array
  readonly softMatch: SoftMatch
}

/** The weights for one candidate: without a vector the other retrievers share its weight. */
export function retrieverWeights(weights: SimilarityWeights, hasVector: boolean): SimilarityWeights {
  if (hasVector) return weights
  const { lexical, vector, soft } = weights
  const scale = lexical + soft > 0 ? (lexical + vector + soft) / (lexical + soft) : 0
  return { lexical: lexical * scale, vector: 0, soft: soft * scale }
}

/** A word is covered by itself, or by the mean of its tokens' best cosines. */
function coverWords(
  { words }: Query,
  candidate: Candidate,
  best: Float64Array,
  covers: Float32Array,
  from: number,
): void {
  for (let word = 0; word < words.length; word++) {
    const { terms, tokens } = words[word]
    if (wordCount(candidate, terms) > 0) covers[from + word] = 1
    else if (tokens.length > 0) {
      let sum = 0
      for (const token of tokens) sum += best[token]
      covers[from + word] = sum / tokens.length
    }
  }
}

/** REC5: similarity = 0.25·lexical + 0.45·vector + 0.30·soft. Reuses `known`, the scores of the first candidates. */
export function scoreSimilarities(
  query: Query,
  { candidates, statistics }: CandidateSet,
  weights: SimilarityWeights = defaultWeights.similarity,
  known?: Similarities,
): Similarities {
  const count = candidates.length
  const width = query.words.length
  const words = known?.wordWeights ?? wordWeights(query, statistics)
  const softMatch = known?.softMatch ?? new SoftMatch(query, words)
  const withVector = retrieverWeights(weights, true)
  const withoutVector = retrieverWeights(weights, false)

  const lexical = extended(new Float64Array(count), known?.lexical)
  const vector = extended(new Float64Array(count), known?.vector)
  const soft = extended(new Float64Array(count), known?.soft)
  const total = extended(new Float64Array(count), known?.total)
  const covers = extended(new Float32Array(count * width), known?.covers)
  for (let at = known?.total.length ?? 0; at < count; at++) {
    const candidate = candidates[at]
    lexical[at] = lexicalScore(query, words, candidate, statistics.averageLength)
    const best = softMatch.bestOf(candidate.tokens)
    soft[at] = softMatch.score(best, candidate)
    coverWords(query, candidate, best, covers, at * width)
    const { cosine } = candidate
    vector[at] = cosine === null ? Number.NaN : Math.max(0, cosine)
    const weightOf = cosine === null ? withoutVector : withVector
    total[at] =
      weightOf.lexical * lexical[at] + weightOf.soft * soft[at] + (cosine === null ? 0 : weightOf.vector * vector[at])
  }
  return { lexical, vector, soft, total, wordWeights: words, covers, softMatch }
}

function extended<Column extends Float64Array | Float32Array>(column: Column, beginning: Column | undefined): Column {
  if (beginning !== undefined) column.set(beginning)
  return column
}
