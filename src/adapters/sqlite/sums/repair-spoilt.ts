import { firstOfRun } from '../cache/segment.js'
import { type Connection, inTransaction, reindex } from '../connection/connection.js'
import { rebuildDerived } from '../maintain/derived-data.js'
import type { StoreCheck } from './check-steps.js'
import { computeSums, rebuildSums } from './rebuild-sums.js'
import { addSums } from './row-hash.js'
import type { SpoiltPart } from './spoilt-parts.js'
import { partRows, partsOfModel, summedTable } from './summed-tables.js'
import { seal, sumsOf } from './table-sums.js'

/** Tables whose rows are copies, or are made again from the texts: rows that are spoilt are removed. */
const copies: Readonly<Record<string, (connection: Connection, part: number) => void>> = {
  row_segments(connection, part) {
    // Whoever packs goes on behind the last segment.
    connection.prepare('DELETE FROM row_segments WHERE first > ?').run(part * partRows)
  },
  vector_segments(connection, part) {
    const [model, first] = placeOf(part)
    connection.prepare('DELETE FROM vector_segments WHERE model = ? AND first = ?').run(model, first)
  },
  vectors(connection, part) {
    const [model, first] = placeOf(part)
    connection
      .prepare('DELETE FROM vectors WHERE model = ? AND row BETWEEN ? AND ?')
      .run(model, first, first + partRows - 1)
    connection.prepare('DELETE FROM vector_segments WHERE model = ? AND first = ?').run(model, firstOfRun(first))
  },
  answer_vectors(connection, part) {
    const [model, first] = placeOf(part)
    connection
      .prepare('DELETE FROM answer_vectors WHERE model = ? AND row BETWEEN ? AND ?')
      .run(model, first, first + partRows - 1)
  },
}

const placeOf = (part: number): [model: number, first: number] => [
  Math.floor(part / partsOfModel),
  (part % partsOfModel) * partRows + 1,
]

/** Whether only a backup has these rows as they were. */
export const isLost = ({ table, isSumSpoilt }: SpoiltPart): boolean => !isSumSpoilt && !(table in copies)

/** Repairs what can be made again from the memories; what else is spoilt stays as it is. */
export function repairSpoilt(connection: Connection, { parts, unsound, derived }: StoreCheck): void {
  const spoilt = new Set(parts.filter(({ isSumSpoilt }) => !isSumSpoilt).map(({ table }) => table))
  if (unsound.includes('sums') && spoilt.size === 0) inTransaction(connection, () => rebuildSums(connection))
  else if (parts.length > 0) inTransaction(connection, () => repairParts(connection, parts))
  // From rows that are right, indexes are made again; of spoilt ones they would only be right about the wrong rows.
  for (const table of unsound) if (!spoilt.has(table) && table !== 'postings') reindex(connection, table)
  const isPostingsUnsound = unsound.includes('postings')
  if ((derived.length > 0 || isPostingsUnsound) && !spoilt.has('memories')) rebuildDerived(connection)
}

function repairParts(connection: Connection, parts: readonly SpoiltPart[]): void {
  for (const { table, part, isSumSpoilt } of parts) if (!isSumSpoilt) copies[table]?.(connection, part)
  sumsOf(connection)?.flush()
  for (const table of new Set(parts.map((each) => each.table))) {
    const ofTable = parts.filter((each) => each.table === table)
    // A stray row of the checksums' own.
    if (table === 'sums') {
      rebuildSums(connection)
      return
    }
    const computed = computeSums(connection, summedTable(connection, table))
    for (const { part, isSumSpoilt } of ofTable) {
      if (isSumSpoilt || table in copies) writeSum(connection, table, part, computed.get(part) ?? 0)
    }
    if (table === 'row_segments') removeSums(connection, Math.min(...ofTable.map(({ part }) => part)))
  }
}

function writeSum(connection: Connection, table: string, part: number, sum: number): void {
  connection
    .prepare('INSERT OR REPLACE INTO sums VALUES (?, ?, ?, ?)')
    .run(table, part, sum, addSums(seal(table, part), -sum))
}

const removeSums = (connection: Connection, from: number): void => {
  connection.prepare("DELETE FROM sums WHERE name = 'row_segments' AND part >= ?").run(from)
}
