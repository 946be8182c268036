import { prepared, type SqlValue } from './sql.js'
import type { Put } from './together.js'
import type { Transaction } from './transaction.js'

const numberTypes = ['int', 'bigint', 'float8', 'smallint'] as const
type NumberType = (typeof numberTypes)[number]
type ColumnType = NumberType | 'text' | 'bytea' | 'halfvec'

/** Where many rows are written by one statement, an array for each column. */
export interface Table {
  readonly insert: Put
  readonly types: readonly ColumnType[]
}

/** `columns` without the tenant's, which comes first in all of them. */
export function tableOf(name: string, columns: Readonly<Record<string, ColumnType>>, onConflict = ''): Table {
  const names = Object.keys(columns)
  const types = Object.values(columns)
  const text = `INSERT INTO ${name} (tenant_id, ${names.join(', ')}) SELECT $1, * FROM ${unnested(types)} ${onConflict}`
  return { insert: { ...prepared(`add ${name}`, text), table: name }, types }
}

/** From `$2` on. */
const unnested = (types: readonly ColumnType[]): string =>
  `unnest(${types.map((type, index) => `$${index + 2}::${type}[]`).join(', ')})`

/** Rows on their way into a table. */
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

  /** None at all when there are none. */
  send(transaction: Transaction): void {
    if (this.#columns[0].length === 0) return
    transaction.put(
      this.#table.insert,
      ...this.#columns.map((column, index) =>
        numberTypes.some((type) => type === this.#table.types[index]) ? numbers(column) : column,
      ),
    )
  }
}

/** As the driver would write them, without looking for quotes in each. */
export const numbers = (values: readonly SqlValue[]): string => `{${values.map((value) => value ?? 'NULL').join()}}`
