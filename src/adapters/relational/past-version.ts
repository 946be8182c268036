import type { PastVersion } from '../../memory/import-export/exported-memory.js'
import { stateCode } from './codes.js'
import { type OriginColumns, toOrigin } from './origin-columns.js'

/** A row of `versions`. */
export interface VersionColumns extends OriginColumns {
  readonly row: number
  readonly version: number
  readonly ended_at: number
  readonly state: number
  readonly valid_to: number | null
  readonly importance: number
  readonly tags: string
  readonly facets: string
}

/** Groups versions by row, in the given order. */
export function versionsOfRows(found: readonly VersionColumns[]): Map<number, PastVersion[]> {
  const byRow = new Map<number, PastVersion[]>()
  for (const columns of found) {
    const versions = byRow.get(columns.row) ?? []
    byRow.set(columns.row, versions)
    versions.push(toPastVersion(columns))
  }
  return byRow
}

const toPastVersion = (columns: VersionColumns): PastVersion => ({
  version: columns.version,
  endedAt: columns.ended_at,
  // `fromCode` knows every code that this version wrote or migrated.
  state: stateCode.fromCode(columns.state)!,
  validTo: columns.valid_to,
  importance: columns.importance,
  tags: JSON.parse(columns.tags),
  facets: JSON.parse(columns.facets),
  origin: toOrigin(columns),
})
