import type { Client, Query } from './driver.js'

/** JIT is off: these statements take less time than compiling them. */
export const beginSnapshot = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL jit = off'

export type SqlValue = string | number | boolean | null | Uint8Array | readonly SqlValue[]

/** A plain text for rare statements, or one that is prepared by name. */
export type Statement = string | Prepared
export type Prepared = Required<Pick<Query, 'name' | 'text'>>

/** A frequent statement, parsed once per connection. Names are unique within the program. */
export const prepared = (name: string, text: string): Prepared => ({ name: `ww ${name}`, text })

/**
 * Statements on behalf of one tenant, whose number is always `$1`; the caller's values start at `$2`. Statements that
 * do not wait for earlier answers are pipelined.
 */
export interface Sql {
  readonly tenant: number
  all<Row>(statement: Statement, ...values: readonly SqlValue[]): Promise<Row[]>
  find<Row>(statement: Statement, ...values: readonly SqlValue[]): Promise<Row | undefined>
  /** How many rows it changed. */
  change(statement: Statement, ...values: readonly SqlValue[]): Promise<number>
}

export function sqlOn(client: Pick<Client, 'query'>, tenant: number): Sql {
  const ask = (statement: Statement, values: readonly SqlValue[]) => {
    const query = typeof statement === 'string' ? { text: statement } : statement
    return client.query({ ...query, values: [tenant, ...values] })
  }
  // The caller's SQL determines the shape of a row.
  const all = async <Row>(statement: Statement, ...values: readonly SqlValue[]) =>
    (await ask(statement, values)).rows as Row[]
  return {
    tenant,
    all,
    find: async <Row>(statement: Statement, ...values: readonly SqlValue[]) =>
      (await all<Row>(statement, ...values)).at(0),
    change: async (statement, ...values) => (await ask(statement, values)).rowCount ?? 0,
  }
}

/**
 * Ends a LATERAL subquery that looks up rows by key. Without this fence the planner may reverse the join order, and
 * does so while its statistics lag behind a tenant's size.
 */
export const optimizationFence = 'OFFSET 0'
