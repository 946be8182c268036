/** What one sub-query found. */
export interface FoundBySubquery {
  readonly subquery: string
  /** REC14: nothing on this was ever told, whatever the numbers say. */
  readonly nothingRelevant: boolean
  /** Also those that spreading activation brought, with their own relevance. */
  readonly hits: readonly Hit[]
}

interface Hit {
  readonly id: string
  readonly relevance: number
  /** How well the time that was asked for is met, 0 to 1. */
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

/** REC14. */
export const relevanceFloor = 0.5
/** Small: it decides between memories that are about as good. */
const bonusPerFurtherSubquery = 0.02
/** WPL3: what happened when it was asked for comes first among what is as much to the point. */
const bonusOfTime = 0.2

/**
 * WPL5: the best relevance counts, the floor applies to it, and who is found by several sub-queries comes a little
 * earlier. A memory matches a sub-query for which it is above the floor. Ties by id (COM9).
 */
export function mergeFound(found: readonly FoundBySubquery[], floor = relevanceFloor): readonly MergedHit[] {
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
  score + bonusPerFurtherSubquery * (subqueriesMatched.length - 1) + bonusOfTime * timeliness
