import { relevanceFloor } from '../../recall/constants.js'

/** The hits of one sub-query. */
export interface SubqueryHits {
  readonly subquery: string
  /** REC14: nothing relevant is stored, whatever the scores say. */
  readonly nothingRelevant: boolean
  /** Includes memories found by spreading activation, with their own relevance. */
  readonly hits: readonly Hit[]
}

interface Hit {
  readonly id: string
  readonly relevance: number
  /** How well the memory fits the time that was asked for, 0 to 1. */
  readonly timeliness?: number
}

export interface MergedHit {
  readonly id: string
  /** Its best relevance over the sub-queries. */
  readonly score: number
  /** In the plan's order. */
  readonly subqueriesMatched: readonly string[]
  readonly timeliness: number
}

/** Small, so that it only decides between memories of similar relevance. */
const furtherSubqueryBonus = 0.02
/** WPL3: among equally relevant memories, those from the requested time come first. */
const timelinessBonus = 0.2

/**
 * WPL5: a memory is ranked by its best relevance, with a small bonus for each further sub-query that found it. It
 * matches a sub-query if its relevance there reaches the floor. Ties are broken by id (COM9).
 */
export function mergeHits(found: readonly SubqueryHits[], floor = relevanceFloor): readonly MergedHit[] {
  const merged = new Map<string, MergedHit>()
  for (const { subquery, nothingRelevant, hits } of found) {
    if (nothingRelevant) continue
    for (const hit of hits) {
      if (hit.relevance < floor) continue
      const { score = 0, subqueriesMatched = [], timeliness = 0 } = merged.get(hit.id) ?? {}
      merged.set(hit.id, {
        id: hit.id,
        score: Math.max(score, hit.relevance),
        subqueriesMatched: subqueriesMatched.includes(subquery) ? subqueriesMatched : [...subqueriesMatched, subquery],
        timeliness: Math.max(timeliness, hit.timeliness ?? 0),
      })
    }
  }
  return [...merged.values()].sort((a, b) => rankOf(b) - rankOf(a) || (a.id < b.id ? -1 : 1))
}

const rankOf = ({ score, subqueriesMatched, timeliness }: MergedHit): number =>
  score + furtherSubqueryBonus * (subqueriesMatched.length - 1) + timelinessBonus * timeliness
