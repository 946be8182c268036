import { maxCompletedScenes } from '../constants.js'
import type { Query, QueryWord } from '../query/query.js'
import { inverseDocumentFrequency } from './bm25.js'
import type { Candidate, CandidateSet } from './candidates.js'
import { bestCoverage, isNothingRelevant } from './evidence.js'
import { type Explanation, explainScore } from './explain.js'
import { relevanceOf } from './relevance.js'
import { type RankOptions, scoreCandidates } from './scoring.js'
import type { Similarities } from './similarity.js'

export interface Ranked {
  readonly candidate: Candidate
  readonly score: number
  readonly relevance: number
}

/** How well one memory covers a word of the query. */
export interface TermCoverage {
  readonly word: QueryWord
  /** Its idf, and its idf relative to that of an unknown word: ½ at a document frequency of about √N. */
  readonly weight: number
  readonly rarity: number
  /** 1 for the word itself, less for a near one, 0 for neither. */
  readonly cover: number
}

export interface Ranking {
  /** Best first, ties by id. */
  readonly ranked: readonly Ranked[]
  /** REC14: nothing relevant is stored. */
  readonly nothingRelevant: boolean
  /** The share of the query's weighted words that the best scene covers; decides `nothingRelevant`. */
  readonly coverage: number
  /** How well the memory itself covers the query, word by word; undefined for an id that is not ranked. */
  readonly termCoverage: (id: string) => readonly TermCoverage[] | undefined
  /** Computed on request; undefined for an id that is not ranked. */
  readonly explain: (id: string) => Explanation | undefined
}

export function rankCandidates(query: Query, set: CandidateSet, options: RankOptions = {}): Ranking {
  const { candidates } = set
  const scoring = scoreCandidates(query, set, options)
  const { scores, similarities, scenes, cueContext } = scoring
  const ranked = candidates.map((candidate, at): Ranked => {
    return { candidate, score: scores[at], relevance: relevanceOf(scores[at]) }
  })
  ranked.sort((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1))
  const coverage = bestCoverage(query, scenes, similarities, set.statistics)
  const placeOf = (id: string) => candidates.findIndex((candidate) => candidate.id === id)
  return {
    ranked,
    coverage,
    nothingRelevant: isNothingRelevant(query, set, coverage, similarities, cueContext),
    termCoverage(id) {
      const at = placeOf(id)
      const { wordWeights, covers } = similarities
      if (at < 0) return undefined
      return query.words.map((word, place) => ({
        word,
        weight: wordWeights[place],
        rarity: wordWeights[place] / inverseDocumentFrequency(set.statistics.documents, 0),
        cover: covers[at * query.words.length + place],
      }))
    },
    explain(id) {
      const at = placeOf(id)
      return at < 0 ? undefined : explainScore(query, scoring, candidates[at], at, options.weights)
    },
  }
}

/**
 * The scenes, best first, whose other members should become candidates before ranking: a scene is scored by its best
 * members, and neighbours share scores, so that an incomplete scene is misjudged.
 */
export function scenesToComplete(
  query: Query,
  set: CandidateSet,
  options: RankOptions = {},
): { readonly scenes: readonly number[]; readonly known: Similarities } {
  const { scores, similarities } = scoreCandidates(query, set, options)
  const best = new Map<number, number>()
  set.candidates.forEach(({ scene }, at) => {
    if (scene !== 0) best.set(scene, Math.max(best.get(scene) ?? Number.NEGATIVE_INFINITY, scores[at]))
  })
  const scenes = [...best]
    .sort(([sceneA, a], [sceneB, b]) => b - a || sceneA - sceneB)
    .slice(0, maxCompletedScenes)
    .map(([scene]) => scene)
  return { scenes, known: similarities }
}
