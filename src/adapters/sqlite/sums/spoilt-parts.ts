import type { Connection } from '../connection/connection.js'
import { computeSums } from './rebuild-sums.js'
import { addSums, sumEnd } from './row-hash.js'
import { type SummedTable, summedTables } from './summed-tables.js'
import { seal } from './table-sums.js'

export interface SpoiltPart {
  readonly table: string
  readonly part: number
  /** The checksum itself is not what was written, so nothing is known of the rows. */
  readonly isSumSpoilt: boolean
}

interface StoredSum {
  readonly part: number
  readonly sum: number
  readonly twin: number
}

/** Compares all rows of all tables with their checksums. Call it within a snapshot. */
export function findSpoiltParts(connection: Connection): SpoiltPart[] {
  const stray = connection.prepare('SELECT DISTINCT name FROM sums').all() as unknown as { name: string }[]
  const tables = summedTables(connection)
  const known = new Set(tables.map(({ name }) => name))
  return [
    ...stray.filter(({ name }) => !known.has(name)).map(() => ({ table: 'sums', part: 0, isSumSpoilt: true })),
    ...tables.flatMap((table) => compareParts(connection, table)),
  ]
}

/** Parts in this range whose rows do not match their checksum. */
export function compareParts(connection: Connection, table: SummedTable, range?: PartRange): SpoiltPart[] {
  const [from, to] = range === undefined ? [0, Number.MAX_SAFE_INTEGER] : [range.from, range.to]
  const rows = computeSums(connection, table, range === undefined ? '' : range.where)
  return compareSums(connection, table.name, rows, from, to)
}

export interface PartRange {
  readonly from: number
  readonly to: number
  /** SQL for the rows of these parts. */
  readonly where: string
}

export function compareSums(
  connection: Connection,
  table: string,
  computed: ReadonlyMap<number, number>,
  from: number,
  to: number,
): SpoiltPart[] {
  const stored = connection
    .prepare('SELECT part, sum, twin FROM sums WHERE name = ? AND part BETWEEN ? AND ?')
    .all(table, from, to) as unknown as StoredSum[]
  const spoilt: SpoiltPart[] = []
  const left = new Map(computed)
  for (const { part, sum, twin } of stored) {
    const isSumSpoilt = sum < 0 || sum >= sumEnd || addSums(sum, twin) !== seal(table, part)
    if (isSumSpoilt || sum !== (left.get(part) ?? 0)) spoilt.push({ table, part, isSumSpoilt })
    left.delete(part)
  }
  for (const [part, sum] of left) if (sum !== 0) spoilt.push({ table, part, isSumSpoilt: false })
  return spoilt
}
