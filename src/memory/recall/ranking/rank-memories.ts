import type { SimilarityWeights } from '../../activation/weights.js'
import type { Query } from '../query/query.js'
import { containsPhrase, mayContainPhrase } from '../text/phrase.js'
import type { Candidate, CandidateSet } from './candidates.js'
import { timelinessOf } from './cues.js'
import type { Explanation } from './explain.js'
import { type Arrangement, type MemoryVectors, putNewerFirst } from './newer-first.js'
import { type Ranking, rankCandidates, scenesToComplete, type TermCoverage } from './rank.js'
import type { Similarities } from './similarity.js'

/** What to rank by, and for how many of the first to return an explanation or the term coverage, which cost time. */
export interface RankBy {
  /** The question itself, then the same in other words (REC24). */
  readonly wordings: readonly Query[]
  readonly weights: SimilarityWeights
  readonly explainFirst?: number
  readonly termCoverageOfFirst?: number
}

/** An engine's retrieval of candidates, scenes and texts. */
export interface Retrievers {
  find(): CandidateSet | Promise<CandidateSet>
  /** The members of these scenes that `find` did not return. */
  scenes(scenes: readonly number[]): readonly Candidate[] | Promise<readonly Candidate[]>
  /** Undefined for memories that have been erased since. */
  texts(ids: readonly string[]): readonly (string | undefined)[] | Promise<readonly (string | undefined)[]>
  /** Vectors of these memories' texts, and of the questions that they answer. */
  vectors(ids: readonly string[]): readonly MemoryVectors[] | Promise<readonly MemoryVectors[]>
}

/** Plain data, since ranking may run in another thread. */
export interface RankedMemories {
  /** Best first, ties by id; a later memory before an earlier one that it may have replaced (REC16). */
  readonly ids: readonly string[]
  /** The relevance of each, in the order of `ids`. */
  readonly relevances: Float64Array
  /** How well each matches the time that the query names; undefined when it names none. */
  readonly timeliness: Float64Array | undefined
  /** Number of memories that pass the filter, ranked or not. */
  readonly total: number
  /** False when some of those were not scored. */
  readonly isExhaustive: boolean
  /** REC14: nothing relevant is stored. */
  readonly nothingRelevant: boolean
  /** REC16: the ids of later memories that may have replaced one. */
  readonly newer: Readonly<Record<string, readonly string[]>>
  /** For the first results, as many as requested. */
  readonly explanations: readonly Explanation[]
  readonly termCoverage: readonly (readonly TermCoverage[])[]
}

/** The first `limit` results; all by default. */
export const bestOf = (
  { ids, relevances }: RankedMemories,
  limit = ids.length,
): { readonly id: string; readonly relevance: number }[] =>
  ids.slice(0, limit).map((id, at) => ({ id, relevance: relevances[at] }))

/** The pipeline behind every recall: an engine's retrievers find candidates, the domain ranks them. */
export async function rankMemories(by: RankBy, retrievers: Retrievers): Promise<RankedMemories> {
  const { wordings, weights } = by
  let set = await retrievers.find()
  let known: Similarities | undefined
  if (!set.isExhaustive) {
    // A scene is scored by its best members, so that all members of promising scenes become candidates.
    const promising = scenesToComplete(wordings, set, { weights })
    set = { ...set, candidates: [...set.candidates, ...(await retrievers.scenes(promising.scenes))] }
    known = promising.known
  }
  const phraseMatches = await findPhraseMatches(wordings[0], set, retrievers)
  const ranking = rankCandidates(wordings, set, { weights, phraseMatches, known })
  return toRankedMemories(by, set, ranking, await putNewerFirst(wordings[0], ranking.ranked, retrievers))
}

/** REC9: reads the texts of memories that contain every word of a quoted phrase; no other text is read before ranking. */
async function findPhraseMatches(
  query: Query,
  { candidates }: CandidateSet,
  retrievers: Retrievers,
): Promise<ReadonlySet<string>> {
  if (query.phrases.length === 0) return new Set()
  const possible = candidates.filter((candidate) => mayContainPhrase(query, candidate)).map(({ id }) => id)
  const texts = await retrievers.texts(possible)
  return new Set(possible.filter((_, at) => containsPhrase(query, texts[at] ?? '')))
}

function toRankedMemories(
  { wordings: [query], explainFirst = 0, termCoverageOfFirst = 0 }: RankBy,
  { total, isExhaustive }: CandidateSet,
  { nothingRelevant, explain, termCoverage }: Ranking,
  { ranked, newer }: Arrangement,
): RankedMemories {
  const ids = ranked.map(({ candidate }) => candidate.id)
  const relevances = new Float64Array(ids.length)
  ranked.forEach(({ relevance }, at) => {
    relevances[at] = relevance
  })
  return {
    ids,
    relevances,
    timeliness:
      query.spans.length === 0
        ? undefined
        : Float64Array.from(ranked, ({ candidate }) => timelinessOf(query, candidate)),
    total,
    isExhaustive,
    nothingRelevant,
    newer,
    // Every ranked id has an explanation and a term coverage.
    explanations: ids.slice(0, explainFirst).map((id) => explain(id)!),
    termCoverage: ids.slice(0, termCoverageOfFirst).map((id) => termCoverage(id)!),
  }
}
