import type { Connections } from '../postgres/connection/connections.js'
import { Database } from '../postgres/connection/database.js'
import { holdSnapshot } from '../postgres/connection/held-snapshot.js'
import type { Sql, SqlValue } from '../postgres/connection/sql.js'
import type { Transaction } from '../postgres/connection/transaction.js'
import { ownTables } from '../postgres/erase/vacuum.js'
import {
  answerPostings,
  answerTerms,
  answerVectors,
  postingsOf,
  vectorRowsOf,
} from '../postgres/schema/answer-tables.js'
import { insertRows, Rows } from '../postgres/schema/bulk-insert.js'
import { type Counters, counterNames } from '../relational/counters.js'
import { unpackAnswers } from '../relational/packed-answers.js'
import { unpackCounts } from '../relational/packing.js'
import { columnsOf, contentTables, type Row, type Table, tables, type Value } from './tables.js'
import { type TenantReader, type TenantSource, type TenantTarget, targetChanged } from './tenant-copy.js'

/** The tables that are derived from a copied one. */
const derivedTables: Readonly<Record<string, readonly string[]>> = {
  memories: ['postings'],
  answers: ['answer_postings', 'answer_vectors', 'answer_terms'],
}

/** Reads the tenant from one snapshot. */
export async function openPostgresSource(database: Database): Promise<TenantSource> {
  const { sql, end } = await holdSnapshot(database)
  return {
    ...reader((work) => work(sql)),
    // Every tenant has a row of `totals`.
    counters: async () =>
      (await sql.find<Counters>(`SELECT ${counterNames.join(', ')} FROM totals WHERE tenant_id = $1`))!,
    close: end,
  }
}

/** Writes a tenant under a temporary name; `finish` renames it. */
export function openPostgresTarget(connections: Connections, partial: string, tenant: string): TenantTarget {
  const database = new Database(connections, partial)
  return {
    ...reader((work) => database.read(work)),
    async lastKey(table) {
      const order = table.key.map((column) => `${column} DESC`).join(', ')
      const text = `SELECT ${table.key.join(', ')} FROM ${table.name} WHERE tenant_id = $1 ORDER BY ${order} LIMIT 1`
      const last = await database.read((sql) => sql.find<Record<string, Value>>(text))
      return last === undefined ? undefined : table.key.map((column) => last[column])
    },
    write: (table, rows) =>
      database.write(async (sql) => {
        await insert(sql, table, rows)
        if (table.name === 'memories') await insertPostings(sql, table, rows)
        if (table.name === 'answers') insertDerivedFromAnswers(sql, table, rows)
      }),
    empty: (table) =>
      database.write(async (sql) => {
        await sql.change(`DELETE FROM ${table.name} WHERE tenant_id = $1`)
        for (const derived of derivedTables[table.name] ?? [])
          await sql.change(`DELETE FROM ${derived} WHERE tenant_id = $1`)
      }),
    async finish(counters) {
      await database.write(async (sql) => {
        const assignments = counterNames.map((name, nth) => `${name} = $${nth + 2}`).join(', ')
        await sql.change(
          `UPDATE totals SET ${assignments} WHERE tenant_id = $1`,
          ...counterNames.map((name) => counters[name]),
        )
        const existing = await sql.find<{ tenant_id: number }>(
          'SELECT tenant_id FROM tenants WHERE name = $2 AND tenant_id <> $1',
          tenant,
        )
        if (existing !== undefined) {
          await assertEmpty(sql, existing.tenant_id, tenant)
          await removeTenant(sql, existing.tenant_id)
        }
        await sql.change('UPDATE tenants SET name = $2 WHERE tenant_id = $1', tenant)
      })
      // The planner needs statistics of the new rows before autovacuum collects them.
      const written = [...Object.values(derivedTables).flat(), ...tables.map(({ name }) => name)].join(', ')
      await connections.use((client) => client.query({ text: `ANALYZE ${written}` }))
    },
    close: () => database.close(),
  }
}

/** Locks the tenant: its writers wait for the end of the transaction, and then find the new tenant. */
async function assertEmpty(sql: Sql, number: number, name: string): Promise<void> {
  await sql.all('SELECT 1 FROM totals WHERE tenant_id = $2 AND $1::int IS NOT NULL FOR UPDATE', number)
  const isAny = contentTables.map((table) => `EXISTS (SELECT 1 FROM ${table.name} WHERE tenant_id = $2)`).join(' OR ')
  const found = await sql.find<{ any: boolean }>(`SELECT (${isAny}) AND $1::int IS NOT NULL AS any`, number)
  if (found?.any) throw targetChanged(`the tenant "${name}"`)
}

type Query = <Result>(work: (sql: Sql) => Promise<Result>) => Promise<Result>

function reader(query: Query): Omit<TenantReader, 'close'> {
  return {
    async count(table) {
      const text = `SELECT count(*)::int AS n FROM ${table.name} WHERE tenant_id = $1 ${withoutOwnTables(table)}`
      return (await query((sql) => sql.find<{ n: number }>(text)))?.n ?? 0
    },
    async read(table, after) {
      const columns = columnsOf(table)
      const key = table.key.join(', ')
      const afterKey =
        after === undefined ? '' : `AND (${key}) > (${table.key.map((_, nth) => `$${nth + 2}`).join(', ')})`
      const selected = columns.map((column) => (isVector(table, column) ? `${column}::text AS ${column}` : column))
      const text = `SELECT ${selected.join(', ')} FROM ${table.name} WHERE tenant_id = $1 ${afterKey} ${withoutOwnTables(table)} ORDER BY ${key} LIMIT ${table.pageSize}`
      const found = await query((sql) => sql.all<Record<string, Value>>(text, ...(after ?? [])))
      return found.map((row) =>
        columns.map((column) => (isVector(table, column) ? toComponents(row[column] as string) : row[column])),
      )
    },
  }
}

/** Unfinished vacuuming concerns only this database, so it is not copied. */
const withoutOwnTables = ({ name }: Table): string =>
  name === 'unfinished_erasing' ? `AND place <> '${ownTables}'` : ''

const isVector = (table: Table, column: string): boolean => table.columns[column] === 'vector'

/** The server writes vectors as "[1,-2,3]". */
const toComponents = (text: string): Uint8Array => new Uint8Array(Int8Array.from(JSON.parse(text) as number[]).buffer)
const toInt8 = (bytes: Uint8Array): Int8Array => new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)

async function insert(sql: Sql, table: Table, rows: readonly Row[]): Promise<void> {
  const columns = Object.entries(table.columns).map(([name, type], nth) => {
    const values = rows.map((row) => row[nth])
    if (type !== 'vector') return { name, type, values, cast: '' }
    const texts = values.map((value) => `[${toInt8(value as Uint8Array).join(',')}]`)
    return { name, type: 'text', values: texts, cast: '::halfvec' }
  })
  const own = table.name === 'vectors' ? [...columns, squaresOf(table, rows)] : columns
  const names = own.map(({ name }) => name)
  const given = own.map(({ type }, nth) => `$${nth + 2}::${type}[]`)
  await sql.change(
    `INSERT INTO ${table.name} (tenant_id, ${names.join(', ')})
     SELECT $1, ${own.map(({ name, cast }) => `given.${name}${cast}`).join(', ')}
     FROM unnest(${given.join(', ')}) AS given (${names.join(', ')})`,
    ...own.map(({ values }) => values),
  )
}

function squaresOf(table: Table, rows: readonly Row[]) {
  const nth = columnsOf(table).indexOf('components')
  const squares = rows.map((row) => toInt8(row[nth] as Uint8Array).reduce((sum, each) => sum + each * each, 0))
  return { name: 'square', type: 'bigint', values: squares as SqlValue[], cast: '' }
}

/** Inserts the same postings as adding the memories would. */
async function insertPostings(sql: Sql, table: Table, rows: readonly Row[]): Promise<void> {
  const columns = columnsOf(table)
  const at = (name: string) => columns.indexOf(name)
  const [terms, memories, counts, lengths]: number[][] = [[], [], [], []]
  for (const row of rows) {
    for (const [term, count] of unpackCounts(row[at('terms')] as Uint8Array)) {
      terms.push(term)
      memories.push(row[at('row')] as number)
      counts.push(count)
      lengths.push(row[at('length')] as number)
    }
  }
  await sql.change(
    `INSERT INTO postings (tenant_id, term, row, count, length)
     SELECT $1, * FROM unnest($2::int[], $3::int[], $4::int[], $5::int[])`,
    terms,
    memories,
    counts,
    lengths,
  )
}

/** Inserts the same rows as storing the answers would. */
function insertDerivedFromAnswers(transaction: Transaction, table: Table, rows: readonly Row[]): void {
  const columns = columnsOf(table)
  const postings = new Rows(answerPostings)
  const vectors = new Rows(answerVectors)
  const documents = new Map<number, number>()
  for (const values of rows) {
    const at = (name: string) => values[columns.indexOf(name)]
    const [row, model] = [at('row') as number, at('model') as number]
    const indexes = unpackAnswers({ terms: at('terms') as Uint8Array, tokens: at('tokens') as Uint8Array })
    for (const posting of postingsOf(row, indexes)) {
      postings.add(...posting)
      documents.set(posting[0], 1 + (documents.get(posting[0]) ?? 0))
    }
    for (const each of vectorRowsOf(row, model, at('vectors') as Uint8Array, indexes.length)) vectors.add(...each)
  }
  for (const each of [postings, vectors]) each.send(transaction)
  insertRows(transaction, answerTerms, documents)
}

/** The tables of a tenant that are not copied. */
const otherTables = [...Object.values(derivedTables).flat(), 'leases', 'calls', 'commits', 'totals', 'tenants']

/** Deletes a tenant with all its rows. */
export async function removeTenant(sql: Pick<Sql, 'change'>, number: number): Promise<void> {
  for (const name of [...tables.map((table) => table.name), ...otherTables])
    await sql.change(`DELETE FROM ${name} WHERE tenant_id = $2 AND $1::int IS NOT NULL`, number)
}
