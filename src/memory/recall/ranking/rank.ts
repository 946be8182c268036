import { maxCompletedScenes } from '../constants.js'
import type { Query, QueryWord } from '../query/query.js'
import { bestFirst } from './best-first.js'
import type { Candidate, CandidateSet } from './candidates.js'
import { demotion } from './demotion.js'
import { isNothingRelevant } from './evidence.js'
import { type Explanation, explainScore } from './explain.js'
import { relevanceOf } from './relevance.js'
import { type RankOptions, scoreCandidates } from './scoring.js'
import type { Similarities } from './similarity.js'

export interface Ranked {
  readonly candidate: Candidate
  readonly score: number
  readonly relevance: number
  /** REC15: judged by itself, not as a line of a conversation. */
  readonly isNote: boolean
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
  /** Best first by the logit of the relevance, lowered for what is no answer (REC17, REC18); ties by id. */
  readonly ranked: readonly Ranked[]
  /** REC14: nothing relevant is stored. */
  readonly nothingRelevant: boolean
  /** How well the memory itself covers the query, word by word; undefined for an id that is not ranked. */
  readonly termCoverage: (id: string) => readonly TermCoverage[] | undefined
  /** Computed on request; undefined for an id that is not ranked. */
  readonly explain: (id: string) => Explanation | undefined
}

/** `wordings` are the question itself and the same in other words (REC24). */
export function rankCandidates(wordings: readonly Query[], set: CandidateSet, options: RankOptions = {}): Ranking {
  const { candidates } = set
  const [query] = wordings
  const scoring = scoreCandidates(wordings, set, options)
  const { scores, logits, similarities, isNote } = scoring
  const standings = logits.map((logit, at) => logit - (isNote[at] === 1 ? demotion(candidates[at], query) : 0))
  const ranked = Array.from(
    bestFirst(standings, (at) => candidates[at].id),
    (at): Ranked => {
      return {
        candidate: candidates[at],
        score: scores[at],
        relevance: relevanceOf(logits[at]),
        isNote: isNote[at] === 1,
      }
    },
  )
  const placeOf = (id: string) => candidates.findIndex((candidate) => candidate.id === id)
  return {
    ranked,
    nothingRelevant: isNothingRelevant(wordings, set, scoring),
    termCoverage(id) {
      const at = placeOf(id)
      const [{ wordWeights, covers }] = similarities.wordings
      if (at < 0) return undefined
      return query.words.map((word, place) => ({
        word,
        weight: wordWeights.weights[place],
        rarity: wordWeights.weights[place] / wordWeights.largest,
        cover: covers[at * query.words.length + place],
      }))
    },
    explain(id) {
      const at = placeOf(id)
      return at < 0 ? undefined : explainScore(wordings, scoring, candidates[at], at, options.weights)
    },
  }
}

/**
 * The conversations, best first, whose other lines should become candidates before ranking: a conversation is scored by
 * its best lines, and neighbours share scores, so that an incomplete one is misjudged.
 */
export function scenesToComplete(
  wordings: readonly Query[],
  set: CandidateSet,
  options: RankOptions = {},
): { readonly scenes: readonly number[]; readonly known: Similarities } {
  const { similarities, logits } = scoreCandidates(wordings, set, options)
  const best = new Map<number, number>()
  set.candidates.forEach(({ scene, isInConversation }, at) => {
    if (isInConversation) best.set(scene, Math.max(best.get(scene) ?? Number.NEGATIVE_INFINITY, logits[at]))
  })
  const scenes = [...best]
    .sort(([sceneA, a], [sceneB, b]) => b - a || sceneA - sceneB)
    .slice(0, maxCompletedScenes)
    .map(([scene]) => scene)
  return { scenes, known: similarities }
}
