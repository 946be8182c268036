import type { StatementSync as StatementClass } from '@photostructure/sqlite'
import type { Connection } from './connection.js'
import { outOfTime } from './trouble.js'

type StatementSync = InstanceType<typeof StatementClass>

/** Prepares each statement once per connection. */
export class Statements {
  readonly #connection: Connection
  readonly #endsAt: number | undefined
  readonly #prepared = new Map<string, StatementSync>()

  /** After `endsAt` none is begun. */
  constructor(connection: Connection, endsAt?: number) {
    this.#connection = connection
    this.#endsAt = endsAt
  }

  run(sql: string, ...values: readonly SqlValue[]): number {
    return Number(this.#prepare(sql).run(...values).lastInsertRowid)
  }

  /** How many rows it changed. */
  change(sql: string, ...values: readonly SqlValue[]): number {
    return Number(this.#prepare(sql).run(...values).changes)
  }

  // The shape of a row is what the SQL beside the call says; SQLite's STRICT tables hold it to its types.
  find<Row>(sql: string, ...values: readonly SqlValue[]): Row | undefined {
    return this.#prepare(sql).get(...values) as Row | undefined
  }

  all<Row>(sql: string, ...values: readonly SqlValue[]): Row[] {
    const statement = this.#prepare(sql)
    try {
      return statement.all(...values) as Row[]
    } catch (error) {
      // The package gives the error of many rows no code of SQLite's; that of one row has it.
      if (error instanceof Error && !('errcode' in error)) statement.get(...values)
      throw error
    }
  }

  #prepare(sql: string): StatementSync {
    if (this.#endsAt !== undefined && Date.now() > this.#endsAt) throw outOfTime()
    let statement = this.#prepared.get(sql)
    if (statement === undefined) {
      statement = this.#connection.prepare(sql)
      this.#prepared.set(sql, statement)
    }
    return statement
  }
}

export type SqlValue = string | number | null | Uint8Array
