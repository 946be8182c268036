import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { WorldWeaverError } from '../../errors.js'
import type { Counters } from '../relational/counters.js'
import { unpackTerms } from '../relational/packing.js'
import { Backups } from '../sqlite/backups.js'
import { inTransaction, openConnection } from '../sqlite/connection.js'
import { makeFolder } from '../sqlite/make-folder.js'
import { migrate, schemaVersion } from '../sqlite/migrate.js'
import { migrations, newestSchema } from '../sqlite/schema.js'
import { Statements } from '../sqlite/statements.js'
import { becomeOneFile } from '../sqlite/sweeping.js'
import { type NewHouse, type OldHouse, type ReadableHouse, writtenThere } from './house.js'
import { columnsOf, type Row, type Table, tellingTables, type Value } from './tables.js'

/** How long another connection may go on reading what nobody but us knows of. */
const patienceMs = 5_000

/** Reads the store in that file as it is at this moment. */
export function openOldSqliteHouse(path: string): OldHouse {
  const connection = openConnection(path)
  try {
    const version = schemaVersion(connection)
    if (version !== newestSchema) throw otherSchema(path, version)
    connection.exec('BEGIN')
    const sql = new Statements(connection)
    return {
      ...reader(sql, new Backups(connection, path)),
      counters: async () => countersOf(sql),
      async close() {
        connection.exec('COMMIT')
        connection.close()
      },
    }
  } catch (error) {
    connection.close()
    throw error
  }
}

const otherSchema = (path: string, version: number): WorldWeaverError =>
  new WorldWeaverError(
    'validation_error',
    `${path} has schema ${version}: open it once with this version, with "ww stats", before it moves`,
  )

/** Written beside its place, under a name that nobody opens; `finish` puts it there. */
export function openNewSqliteHouse(
  path: string,
  partial: string,
  place: () => Promise<void> = async () => replace(path, partial),
): NewHouse {
  makeFolder(dirname(resolve(path)))
  const connection = openConnection(partial)
  // The tables come one after the other: meanwhile a reference may lead nowhere. A kill loses what the move does again.
  connection.exec('PRAGMA foreign_keys = OFF; PRAGMA synchronous = NORMAL')
  migrate(connection, partial, migrations)
  const sql = new Statements(connection)
  const backups = new Backups(connection, path)
  const house = reader(sql, backups)
  const close = () => connection.isOpen && connection.close()
  return {
    ...house,
    async lastKey(table) {
      if (isOfPaths(table)) return undefined
      const order = table.key.map((column) => `${column} DESC`).join(', ')
      const last = sql.find<Record<string, Value>>(
        `SELECT ${table.key.join(', ')} FROM ${table.name} ORDER BY ${order}`,
      )
      return last === undefined ? undefined : table.key.map((column) => last[column])
    },
    async write(table, rows) {
      inTransaction(connection, () => {
        for (const row of rows) insert(sql, table, isOfPaths(table) ? withName(row, backups) : row)
        if (table.name === 'memories') for (const row of rows) post(sql, table, row)
      })
    },
    async empty(table) {
      inTransaction(connection, () => {
        sql.run(`DELETE FROM ${table.name}`)
        if (table.name === 'memories') sql.run("INSERT INTO postings (postings) VALUES ('delete-all')")
      })
    },
    async finish(counters) {
      inTransaction(connection, () => count(sql, counters))
      becomeOneFile(connection, patienceMs)
      close()
      for (const file of besides(partial)) rmSync(file, { force: true })
      sync(partial, 'r+')
      await place()
      sync(dirname(resolve(path)), 'r')
    },
    async close() {
      close()
    },
  }
}

/** A store that was opened once and has nothing in it may stand there: its log must not be taken for the new one's. */
function replace(path: string, partial: string): void {
  if (existsSync(path)) assertEmpty(path)
  removeSqliteHouse(path)
  renameSync(partial, path)
}

function assertEmpty(path: string): void {
  const connection = openConnection(path)
  try {
    if (schemaVersion(connection) === 0) return
    const sql = new Statements(connection)
    const isAny = ({ name }: Table) => sql.find(`SELECT 1 AS one FROM ${name} LIMIT 1`) !== undefined
    if (tellingTables.some(isAny)) throw writtenThere(path)
  } finally {
    connection.close()
  }
}

export function removeSqliteHouse(partial: string): void {
  for (const file of [partial, ...besides(partial)]) rmSync(file, { force: true })
}

const besides = (path: string): readonly string[] => [`${path}-wal`, `${path}-shm`, `${path}-journal`]

function reader(sql: Statements, backups: Backups): Omit<ReadableHouse, 'close'> {
  return {
    async count(table) {
      return sql.find<{ n: number }>(`SELECT count(*) AS n FROM ${table.name} ${where(table)}`)?.n ?? 0
    },
    async read(table, after) {
      const columns = columnsOf(table)
      const toRow = (found: Record<string, Value>): Row => columns.map((column) => found[column])
      if (isOfPaths(table)) return after === undefined ? readPaths(sql, table, backups, toRow) : []
      const key = table.key.join(', ')
      const behind = after === undefined ? '' : `WHERE (${key}) > (${table.key.map(() => '?').join(', ')})`
      const text = `SELECT ${columns.join(', ')} FROM ${table.name} ${behind} ORDER BY ${key} LIMIT ${table.atOnce}`
      return sql.all<Record<string, Value>>(text, ...(after ?? [])).map(toRow)
    },
  }
}

/** Where a path stands, the embedded engine has it relative to its own folder: elsewhere only a whole one is right. */
const isOfPaths = ({ name }: Table): boolean => name === 'backups' || name === 'unfinished_erasing'
/** What remains of the erased in the store's own file stays there when it moves. */
const where = ({ name }: Table): string => (name === 'unfinished_erasing' ? "WHERE place <> ''" : '')

/** There are few, and whole paths have an order of their own. */
function readPaths(
  sql: Statements,
  table: Table,
  backups: Backups,
  toRow: (found: Record<string, Value>) => Row,
): readonly Row[] {
  const found = sql.all<Record<string, Value>>(`SELECT * FROM ${table.name} ${where(table)}`)
  const rows = found.map(toRow).map(([name, ...rest]): Row => [backups.pathOf(name as string), ...rest])
  const bytesOf = (row: Row) => Buffer.from(row.join('\0'))
  return rows.sort((a, b) => Buffer.compare(bytesOf(a), bytesOf(b)))
}

const withName = ([path, ...rest]: Row, backups: Backups): Row => [backups.nameOf(path as string), ...rest]

function insert(sql: Statements, table: Table, row: Row): void {
  const columns = columnsOf(table)
  sql.run(
    `INSERT OR REPLACE INTO ${table.name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    ...row,
  )
}

/** The full-text index, as it is made when a memory is added. */
function post(sql: Statements, table: Table, row: Row): void {
  const columns = columnsOf(table)
  const terms = unpackTerms(row[columns.indexOf('terms')] as Uint8Array)
  const termIds = terms.map((id) => id.toString(36)).join(' ')
  sql.run('INSERT INTO postings (rowid, term_ids) VALUES (?, ?)', row[columns.indexOf('row')], termIds)
}

/** Tables whose numbers SQLite never gives twice, and the counter that says how far they are. */
const numbered = { memories: 'row', changes: 'seq', events: 'event' } as const

function countersOf(sql: Statements): Counters {
  const given = (name: string) =>
    sql.find<{ seq: number }>('SELECT seq FROM sqlite_sequence WHERE name = ?', name)?.seq ?? 0
  const highest = (table: string) => sql.find<{ id: number | null }>(`SELECT max(id) AS id FROM ${table}`)?.id ?? 0
  const totals = sql.find<Pick<Counters, 'documents' | 'length' | 'erasures'>>(
    'SELECT documents, length, erasures FROM totals',
  )
  return {
    row: given('memories'),
    seq: given('changes'),
    event: given('events'),
    term: highest('terms'),
    name: highest('names'),
    scene: highest('scenes'),
    edge: highest('edges'),
    ...(totals ?? { documents: 0, length: 0, erasures: 0 }),
  }
}

function count(sql: Statements, counters: Counters): void {
  const { documents, length, erasures } = counters
  sql.run('UPDATE totals SET documents = ?, length = ?, erasures = ?', documents, length, erasures)
  for (const [table, counter] of Object.entries(numbered)) {
    sql.run('DELETE FROM sqlite_sequence WHERE name = ?', table)
    sql.run('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', table, counters[counter])
  }
}

function sync(path: string, flags: string): void {
  // A folder cannot be opened everywhere; where it can, its entry is made durable too.
  if (!existsSync(path) || (flags === 'r' && process.platform === 'win32')) return
  const file = openSync(path, flags)
  fsyncSync(file)
  closeSync(file)
}
