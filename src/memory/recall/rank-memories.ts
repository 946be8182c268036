import type { SimilarityWeights } from '../activation/weights.js'
import { type Candidate, type CandidateSet, mergeCandidates } from './candidates.js'
import { timelinessOf } from './cues.js'
import type { Explanation } from './explain.js'
import { holdsPhrase, mayHoldPhrase } from './phrase.js'
import type { Query } from './query.js'
import { type Holding, rankCandidates, scenesToComplete } from './rank.js'
import type { Similarities } from './similarity.js'

/** What to rank by, and what to tell of the first beside their relevance: both cost, and few ask. */
export interface RankBy {
  readonly query: Query
  readonly weights: SimilarityWeights
  readonly explainFirst?: number
  readonly holdingsOfFirst?: number
}

/** What is ranked, as an engine finds it. */
export interface Legs {
  find(): CandidateSet | Promise<CandidateSet>
  /** The members of these scenes. */
  scenes(scenes: readonly number[]): readonly Candidate[] | Promise<readonly Candidate[]>
  /** Undefined for what has been erased since. */
  texts(ids: readonly string[]): readonly (string | undefined)[] | Promise<readonly (string | undefined)[]>
}

/** Plain data: memories may be ranked in a thread of their own. */
export interface RankedMemories {
  /** Best first, ties by id. */
  readonly ids: readonly string[]
  /** Of each, in their order. */
  readonly relevances: Float64Array
  /** How well each meets the time that the query names; undefined when it names none. */
  readonly timeliness: Float64Array | undefined
  /** How many memories pass the filter, ranked or not. */
  readonly total: number
  /** False when some of those were not looked at closely. */
  readonly isExhaustive: boolean
  /** REC14: nothing on this was ever told. */
  readonly nothingRelevant: boolean
  /** Of the first, as many as were asked for. */
  readonly explanations: readonly Explanation[]
  readonly holdings: readonly (readonly Holding[])[]
}

/** The first of them, all if not told. */
export const bestOf = (
  { ids, relevances }: RankedMemories,
  most = ids.length,
): { readonly id: string; readonly relevance: number }[] =>
  ids.slice(0, most).map((id, at) => ({ id, relevance: relevances[at] }))

/** The one pipeline behind every recall: an engine's legs find candidates, the domain ranks them. */
export async function rankMemories(by: RankBy, legs: Legs): Promise<RankedMemories> {
  const { query, weights } = by
  let set = await legs.find()
  let known: Similarities | undefined
  if (!set.isExhaustive) {
    // A scene is judged by its best members: those of the promising ones are all brought in.
    const promising = scenesToComplete(query, set, { weights })
    set = mergeCandidates(set, await legs.scenes(promising.scenes))
    known = promising.known
  }
  const phraseHolders = await findPhraseHolders(query, set, legs)
  return toRankedMemories(by, set, rankCandidates(query, set, { weights, phraseHolders, known }))
}

/** REC9: only here is stored text read before ranking, and only of what holds every word of the phrase. */
async function findPhraseHolders(query: Query, { candidates }: CandidateSet, legs: Legs): Promise<ReadonlySet<string>> {
  if (query.phrases.length === 0) return new Set()
  const possible = candidates.filter((candidate) => mayHoldPhrase(query, candidate)).map(({ id }) => id)
  const texts = await legs.texts(possible)
  return new Set(possible.filter((_, at) => holdsPhrase(query, texts[at] ?? '')))
}

function toRankedMemories(
  { query, explainFirst = 0, holdingsOfFirst = 0 }: RankBy,
  { total, isExhaustive }: CandidateSet,
  { ranked, nothingRelevant, explain, holdings }: ReturnType<typeof rankCandidates>,
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
    // Of what is ranked there is an explanation.
    explanations: ids.slice(0, explainFirst).map((id) => explain(id)!),
    holdings: ids.slice(0, holdingsOfFirst).map((id) => holdings(id)!),
  }
}
