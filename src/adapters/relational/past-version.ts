import type { PastVersion } from '../../memory/moving/moved-memory.js'
import { stateCode } from './codes.js'

/** A row of `versions`. */
export interface VersionColumns {
  readonly row: number
  readonly version: number
  readonly ended_at: number
  readonly state: number
  readonly valid_to: number | null
  readonly importance: number
  readonly tags: string
  readonly facets: string
}

/** By row, in the order given. */
export function versionsOfRows(found: readonly VersionColumns[]): Map<number, PastVersion[]> {
  const byRow = new Map<number, PastVersion[]>()
  for (const columns of found) {
    const version = toPastVersion(columns)
    const known = byRow.get(columns.row)
    if (known === undefined) byRow.set(columns.row, [version])
    else known.push(version)
  }
  return byRow
}

const toPastVersion = (columns: VersionColumns): PastVersion => ({
  version: columns.version,
  endedAt: columns.ended_at,
  // A code that this version wrote or migrated.
  state: stateCode.fromCode(columns.state)!,
  validTo: columns.valid_to,
  importance: columns.importance,
  tags: JSON.parse(columns.tags),
  facets: JSON.parse(columns.facets),
})
