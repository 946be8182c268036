import type { StatementSync as StatementClass } from '@photostructure/sqlite'
import { type Connection, inSnapshot, inTransaction } from './connection.js'
import { outOfTime } from './store-errors.js'

type StatementSync = InstanceType<typeof StatementClass>

/** Prepares each statement once per connection. */
export class Statements {
  readonly connection: Connection
  readonly #endsAt: number | undefined
  readonly #prepared = new Map<string, StatementSync>()

  /** No statement starts after `endsAt`. */
  constructor(connection: Connection, endsAt?: number) {
    this.connection = connection
    this.#endsAt = endsAt
  }

  inTransaction<Result>(work: () => Result): Result {
    return inTransaction(this.connection, work)
  }

  inSnapshot<Result>(work: () => Result): Result {
    return inSnapshot(this.connection, work)
  }

  run(sql: string, ...values: readonly SqlValue[]): number {
    return Number(this.#prepare(sql).run(...values).lastInsertRowid)
  }

  /** Returns how many rows changed. */
  change(sql: string, ...values: readonly SqlValue[]): number {
    return Number(this.#prepare(sql).run(...values).changes)
  }

  // The caller's SQL determines the shape of a row; SQLite's STRICT tables enforce the column types.
  find<Row>(sql: string, ...values: readonly SqlValue[]): Row | undefined {
    return this.#prepare(sql).get(...values) as Row | undefined
  }

  all<Row>(sql: string, ...values: readonly SqlValue[]): Row[] {
    const statement = this.#prepare(sql)
    try {
      return statement.all(...values) as Row[]
    } catch (error) {
      // The package leaves SQLite's code out of errors of `all`; `get` fails with the code.
      if (error instanceof Error && !('errcode' in error)) statement.get(...values)
      throw error
    }
  }

  #prepare(sql: string): StatementSync {
    if (this.#endsAt !== undefined && Date.now() > this.#endsAt) throw outOfTime()
    let statement = this.#prepared.get(sql)
    if (statement === undefined) {
      statement = this.connection.prepare(sql)
      this.#prepared.set(sql, statement)
    }
    return statement
  }
}

export type SqlValue = string | number | null | Uint8Array
