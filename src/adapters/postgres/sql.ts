import type { Client, Query } from './driver.js'

export type SqlValue = string | number | boolean | null | Uint8Array | readonly SqlValue[]

/** A text that is asked for rarely, or one that is prepared by name. */
export type Statement = string | Prepared
export type Prepared = Required<Pick<Query, 'name' | 'text'>>

/** For what is asked often: a connection plans it once. Names are the whole program's. */
export const prepared = (name: string, text: string): Prepared => ({ name: `ww ${name}`, text })

/**
 * Statements on behalf of one tenant: its number is always `$1`, what the caller gives comes behind it. Whatever is
 * asked without waiting for the answer before travels together.
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
  // The shape of a row is what the SQL beside the call says.
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
 * At the end of what is looked up by its key for each line of something else. Without it the server may turn the two
 * around, and it does where its statistics do not know yet how much a tenant has.
 */
export const oneByOne = 'OFFSET 0'
