import type { MemoryCondition } from './filter-sql.js'

/** What a filter leaves of a store. */
export interface Passing {
  readonly condition: MemoryCondition
  /** Exactly how many memories pass, and of how many. */
  readonly total: number
  readonly documents: number
}

/** What a leg finds. */
export interface FoundRow {
  readonly row: number
  readonly scene: number
}

/** Above, looking at each that passes takes longer than asking an index. */
const fewAtMost = 50_000
/** Where most pass, the best are found sooner than all that pass. */
const fewShare = 0.25

/** Whether to begin with what passes, instead of with what is best. */
export const areFew = ({ total, documents }: Passing): boolean => total <= fewAtMost && total <= documents * fewShare

/** Rather some too many than to ask again. */
const reserve = 1.2
const growth = 8

/**
 * The first `limit` that pass, where the best are found first and then filtered: of a portion that should hold as many,
 * and of larger ones while it does not. `find` answers with those of a portion that pass; there are `all` in all.
 */
export async function firstPassing<Found>(
  limit: number,
  { total, documents }: Passing,
  all: number,
  find: (portion: number) => Promise<readonly Found[]>,
): Promise<readonly Found[]> {
  if (total === 0) return []
  for (let portion = Math.ceil((limit * documents * reserve) / total); ; portion *= growth) {
    const found = await find(portion)
    if (found.length >= limit || portion >= all) return found.slice(0, limit)
  }
}
