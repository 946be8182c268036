import type { Connection } from '../connection/connection.js'
import { codeOf, sqlite } from '../connection/result-codes.js'
import { derivedSteps } from './derived-steps.js'
import { compareParts, type PartRange, type SpoiltPart } from './spoilt-parts.js'
import { partRows, type SummedTable, summedTables } from './summed-tables.js'
import { hasSums } from './table-sums.js'

/** What a check of the whole store found. */
export interface StoreCheck {
  /** Parts of tables whose rows are not what was written. */
  readonly parts: readonly SpoiltPart[]
  /** Tables that SQLite itself finds unsound, or of which an index disagrees with the rows. */
  readonly unsound: readonly string[]
  /** Tables that do not agree with the memories that they are derived from. */
  readonly derived: readonly string[]
}

/** Rows between two pauses. */
const rowsPerStep = partRows * 32

/**
 * Checks all that recall, lists and exports read: SQLite's own check of every table and its indexes, the checksums of
 * all rows, and derived data against the memories. Each step is short, but for SQLite's check of one table.
 */
export function* checkSteps(connection: Connection): Generator<void, StoreCheck> {
  const unsound: string[] = []
  for (const name of tableNames(connection)) {
    if (!isTableSound(connection, name)) unsound.push(name)
    yield
  }
  if (!hasSums(connection)) return { parts: [], unsound, derived: [] }
  const parts: SpoiltPart[] = []
  for (const table of summedTables(connection)) {
    try {
      for (const range of rangesOf(connection, table)) {
        parts.push(...inSnapshot(connection, () => compareParts(connection, table, range)))
        yield
      }
    } catch (error) {
      if (!unsound.includes(table.name)) unsound.push(assertDamage(error, table.name))
    }
  }
  return { parts, unsound, derived: yield* checkDerived(connection, parts, unsound) }
}

/** All steps at once, for a command. */
export function checkWhole(connection: Connection): StoreCheck {
  const steps = checkSteps(connection)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Only memories that are right can tell what is derived from them. */
function* checkDerived(
  connection: Connection,
  parts: readonly SpoiltPart[],
  unsound: readonly string[],
): Generator<void, string[]> {
  if (unsound.includes('memories') || parts.some(({ table }) => table === 'memories')) return []
  connection.exec('BEGIN')
  try {
    return yield* derivedSteps(connection)
  } catch (error) {
    return [assertDamage(error, 'postings')]
  } finally {
    if (connection.isTransaction) connection.exec('COMMIT')
  }
}

function inSnapshot<Result>(connection: Connection, work: () => Result): Result {
  connection.exec('BEGIN')
  try {
    return work()
  } finally {
    if (connection.isTransaction) connection.exec('COMMIT')
  }
}

const tableNames = (connection: Connection): string[] =>
  (
    connection
      .prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'postings\\_%' ESCAPE '\\'")
      .all() as unknown as { name: string }[]
  ).map(({ name }) => name)

function isTableSound(connection: Connection, name: string): boolean {
  try {
    const found = connection.prepare(`PRAGMA main.integrity_check(${name})`).all() as Record<string, string>[]
    return found.every((row) => Object.values(row)[0] === 'ok')
  } catch (error) {
    return assertDamage(error, name) !== name
  }
}

/** Other errors, such as a lock, say nothing of the file. */
function assertDamage(error: unknown, table: string): string {
  const code = codeOf(error)
  if (code === sqlite.busy || code === sqlite.full) throw error
  return table
}

/** The whole table where it has no parts, else so many rows at a time, by number; together they cover every number. */
function* rangesOf(connection: Connection, { name, key, isByModel }: SummedTable): Generator<PartRange | undefined> {
  if (key === undefined || isByModel) return yield undefined
  const next = connection.prepare(`SELECT min(${key}) AS first FROM ${name} WHERE ${key} >= ?`)
  const nextFrom = (row: number) => (next.get(row) as { first: number | null }).first ?? undefined
  let from = Number.MIN_SAFE_INTEGER
  let atLeast = Number.MIN_SAFE_INTEGER
  for (;;) {
    const first = nextFrom(atLeast)
    const end = first === undefined ? undefined : (Math.floor((first - 1) / rowsPerStep) + 1) * rowsPerStep + 1
    const isLast = end === undefined || nextFrom(end) === undefined
    const to = isLast ? Number.MAX_SAFE_INTEGER : (end - 1) / partRows - 1
    yield { from, to, where: `WHERE ${key} >= ${atLeast} ${isLast ? '' : `AND ${key} < ${end}`}` }
    if (isLast) return
    from = to + 1
    atLeast = end
  }
}
