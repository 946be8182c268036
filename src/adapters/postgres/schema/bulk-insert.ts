import type { ColumnType } from '../../relational/memory-columns.js'
import { prepared, type SqlValue } from '../connection/sql.js'
import type { TableWrite } from '../connection/statement-batcher.js'
import type { Transaction } from '../connection/transaction.js'

type Type = ColumnType | 'halfvec'
const numberTypes: ReadonlySet<Type> = new Set(['int', 'bigint', 'float8', 'smallint'])

/** A table, and the statement that inserts many rows at once, given as one array per column. */
export interface Table {
  readonly insert: TableWrite
  readonly types: readonly Type[]
}

/** `columns` does not list `tenant_id`, which is the first column of every table. */
export function tableOf(name: string, columns: Readonly<Record<string, Type>>, onConflict = ''): Table {
  const names = Object.keys(columns)
  const types = Object.values(columns)
  const text = `INSERT INTO ${name} (tenant_id, ${names.join(', ')}) SELECT $1, * FROM ${unnested(types)} ${onConflict}`
  return { insert: { ...prepared(`add ${name}`, text), table: name }, types }
}

/** The placeholders start at `$2`. */
const unnested = (types: readonly Type[]): string =>
  `unnest(${types.map((type, index) => `$${index + 2}::${type}[]`).join(', ')})`

/** Collects rows to insert into a table. */
export class Rows {
  readonly #table: Table
  readonly #columns: SqlValue[][]

  constructor(table: Table) {
    this.#table = table
    this.#columns = table.types.map(() => [])
  }

  add(...values: readonly SqlValue[]): void {
    this.#columns.forEach((column, index) => {
      column.push(values[index])
    })
  }

  /** Sends nothing if there are no rows. */
  send(transaction: Transaction): void {
    if (this.#columns[0].length === 0) return
    transaction.sendBatched(
      this.#table.insert,
      ...this.#columns.map((column, index) => (numberTypes.has(this.#table.types[index]) ? numbers(column) : column)),
    )
  }
}

export function insertRows(transaction: Transaction, table: Table, rows: Iterable<readonly SqlValue[]>): void {
  const all = new Rows(table)
  for (const row of rows) all.add(...row)
  all.send(transaction)
}

/**
 * A PostgreSQL array literal of numbers; the driver's own would search each value for quotes (`npm run bench:speed`).
 */
export const numbers = (values: readonly SqlValue[]): string => `{${values.map((value) => value ?? 'NULL').join()}}`
