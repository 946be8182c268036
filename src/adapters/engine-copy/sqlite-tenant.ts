import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { WorldWeaverError } from '../../errors.js'
import type { Counters } from '../relational/counters.js'
import { type PackedAnswers, unpackAnswers } from '../relational/packed-answers.js'
import { unpackTerms } from '../relational/packing.js'
import { inTransaction, openConnection } from '../sqlite/connection/connection.js'
import { makeFolder } from '../sqlite/connection/make-folder.js'
import { Statements } from '../sqlite/connection/statements.js'
import { Backups } from '../sqlite/erase/backups.js'
import { toSingleFile } from '../sqlite/erase/rewrite-file.js'
import { migrate, schemaVersion } from '../sqlite/schema/migrate.js'
import { migrations, newestSchema } from '../sqlite/schema/schema.js'
import { rebuildSums } from '../sqlite/sums/rebuild-sums.js'
import { columnsOf, contentTables, type Row, type Table, type Value } from './tables.js'
import { type TenantReader, type TenantSource, type TenantTarget, targetChanged } from './tenant-copy.js'

/** How long to wait for another connection that reads the file. */
const busyTimeoutMs = 5_000
const answersPerPage = 2_000

/** Reads the store in a file from one snapshot. */
export function openSqliteSource(path: string): TenantSource {
  const connection = openConnection(path)
  try {
    const version = schemaVersion(connection)
    if (version !== newestSchema) throw otherSchema(path, version)
    connection.exec('BEGIN')
    const sql = new Statements(connection)
    return {
      ...reader(sql, new Backups(connection, path)),
      counters: async () => readCounters(sql),
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
    `${path} has schema ${version}: open it once with this version, with "ww stats", before moving it`,
  )

/** Writes a store under a temporary name; `finish` renames it. */
export function openSqliteTarget(
  path: string,
  partial: string,
  moveIntoPlace: () => Promise<void> = async () => replace(path, partial),
): TenantTarget {
  makeFolder(dirname(resolve(path)))
  const connection = openConnection(partial)
  // Tables are copied one by one, so references dangle meanwhile. After a crash, the copy is repeated.
  connection.exec('PRAGMA foreign_keys = OFF; PRAGMA synchronous = NORMAL')
  migrate(connection, partial, migrations)
  const sql = new Statements(connection)
  const backups = new Backups(connection, path)
  const close = () => connection.isOpen && connection.close()
  return {
    ...reader(sql, backups),
    async lastKey(table) {
      if (holdsPaths(table)) return undefined
      const order = table.key.map((column) => `${column} DESC`).join(', ')
      const last = sql.find<Record<string, Value>>(
        `SELECT ${table.key.join(', ')} FROM ${table.name} ORDER BY ${order}`,
      )
      return last === undefined ? undefined : table.key.map((column) => last[column])
    },
    async write(table, rows) {
      inTransaction(connection, () => {
        for (const row of rows) insert(sql, table, holdsPaths(table) ? withName(row, backups) : row)
        if (table.name === 'memories') for (const row of rows) insertPosting(sql, table, row)
      })
    },
    async empty(table) {
      inTransaction(connection, () => {
        sql.run(`DELETE FROM ${table.name}`)
        if (table.name === 'memories') sql.run("INSERT INTO postings (postings) VALUES ('delete-all')")
      })
    },
    async finish(counters) {
      inTransaction(connection, () => {
        writeCounters(sql, counters)
        rebuildSums(connection)
      })
      toSingleFile(connection, busyTimeoutMs)
      close()
      for (const file of sidecarFiles(partial)) rmSync(file, { force: true })
      sync(partial, 'r+')
      await moveIntoPlace()
      sync(dirname(resolve(path)), 'r')
    },
    async close() {
      close()
    },
  }
}

/** Replaces an empty store, with its write-ahead log, which must not be applied to the new file. */
function replace(path: string, partial: string): void {
  if (existsSync(path)) assertEmpty(path)
  removeSqliteTenant(path)
  renameSync(partial, path)
}

function assertEmpty(path: string): void {
  const connection = openConnection(path)
  try {
    if (schemaVersion(connection) === 0) return
    const sql = new Statements(connection)
    const isAny = ({ name }: Table) => sql.find(`SELECT 1 AS one FROM ${name} LIMIT 1`) !== undefined
    if (contentTables.some(isAny)) throw targetChanged(path)
  } finally {
    connection.close()
  }
}

export function removeSqliteTenant(partial: string): void {
  for (const file of [partial, ...sidecarFiles(partial)]) rmSync(file, { force: true })
}

const sidecarFiles = (path: string): readonly string[] => [`${path}-wal`, `${path}-shm`, `${path}-journal`]

function reader(sql: Statements, backups: Backups): Omit<TenantReader, 'close'> {
  return {
    async count(table) {
      return sql.find<{ n: number }>(`SELECT count(*) AS n FROM ${table.name} ${where(table)}`)?.n ?? 0
    },
    async read(table, after) {
      const columns = columnsOf(table)
      const toRow = (found: Record<string, Value>): Row => columns.map((column) => found[column])
      if (holdsPaths(table)) return after === undefined ? readPaths(sql, table, backups, toRow) : []
      const key = table.key.join(', ')
      const afterKey = after === undefined ? '' : `WHERE (${key}) > (${table.key.map(() => '?').join(', ')})`
      const text = `SELECT ${columns.join(', ')} FROM ${table.name} ${afterKey} ORDER BY ${key} LIMIT ${table.pageSize}`
      return sql.all<Record<string, Value>>(text, ...(after ?? [])).map(toRow)
    },
  }
}

/** SQLite stores paths relative to its folder; a copy needs absolute ones. */
const holdsPaths = ({ name }: Table): boolean => name === 'backups' || name === 'unfinished_erasing'
/** Unfinished erasing in the store's own file concerns only that file, so it is not copied. */
const where = ({ name }: Table): string => (name === 'unfinished_erasing' ? "WHERE place <> ''" : '')

/** Reads all rows at once: there are few, and absolute paths have another order than relative ones. */
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

/** Inserts the same posting as adding the memory would. */
function insertPosting(sql: Statements, table: Table, row: Row): void {
  const columns = columnsOf(table)
  const terms = unpackTerms(row[columns.indexOf('terms')] as Uint8Array)
  const termIds = terms.map((id) => id.toString(36)).join(' ')
  sql.run('INSERT INTO postings (rowid, term_ids) VALUES (?, ?)', row[columns.indexOf('row')], termIds)
}

/** Tables with AUTOINCREMENT, and their counters. */
const autoIncremented = { memories: 'row', changes: 'seq', events: 'event' } as const

function readCounters(sql: Statements): Counters {
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
    ...countAnswers(sql),
  }
}

/** SQLite counts answers in its cache alone. */
function countAnswers(sql: Statements): Pick<Counters, 'answers' | 'answer_length'> {
  let [answers, length] = [0, 0]
  for (let after = 0; ; ) {
    const rows = sql.all<PackedAnswers & { row: number }>(
      `SELECT row, terms, tokens FROM answers WHERE row > ? ORDER BY row LIMIT ${answersPerPage}`,
      after,
    )
    if (rows.length === 0) return { answers, answer_length: length }
    for (const index of rows.flatMap(unpackAnswers)) {
      answers++
      length += index.length
    }
    after = rows[rows.length - 1].row
  }
}

function writeCounters(sql: Statements, counters: Counters): void {
  const { documents, length, erasures } = counters
  sql.run('UPDATE totals SET documents = ?, length = ?, erasures = ?', documents, length, erasures)
  for (const [table, counter] of Object.entries(autoIncremented)) {
    sql.run('DELETE FROM sqlite_sequence WHERE name = ?', table)
    sql.run('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', table, counters[counter])
  }
}

function sync(path: string, flags: string): void {
  // Windows cannot open a folder to sync it.
  if (!existsSync(path) || (flags === 'r' && process.platform === 'win32')) return
  const file = openSync(path, flags)
  fsyncSync(file)
  closeSync(file)
}
