import type { MemoryCondition } from './filter-sql.js'

/** The memories that pass a filter. */
export interface FilteredRows {
  readonly condition: MemoryCondition
  /** How many memories pass; `documents` is how many there are. */
  readonly total: number
  readonly documents: number
}

/** A retriever's result. */
export interface FoundRow {
  readonly row: number
  readonly scene: number
}

/** With more rows, reading all of them takes longer than an index search (`npm run bench:speed -- --engine postgres`). */
const maxSelectiveRows = 50_000
/** With a larger share, searching first and filtering afterwards is faster (same benchmark). */
const maxSelectiveShare = 0.25

/** Whether to filter first and search afterwards. */
export const isSelective = ({ total, documents }: FilteredRows): boolean =>
  total <= maxSelectiveRows && total <= documents * maxSelectiveShare

/** Reads some more than expected to need, to avoid a second query. */
const oversampling = 1.2
const growth = 8

/**
 * Searches first and filters afterwards, until `limit` results pass: in a portion that should contain enough of them,
 * then in larger ones. `find` returns the results of a portion that pass the filter; `all` is the size of everything.
 */
export async function findFiltered<Found>(
  limit: number,
  { total, documents }: FilteredRows,
  all: number,
  find: (portion: number) => Promise<readonly Found[]>,
): Promise<readonly Found[]> {
  if (total === 0) return []
  for (let portion = Math.ceil((limit * documents * oversampling) / total); ; portion *= growth) {
    const found = await find(portion)
    if (found.length >= limit || portion >= all) return found.slice(0, limit)
  }
}
