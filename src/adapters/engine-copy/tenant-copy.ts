import { WorldWeaverError } from '../../errors.js'
import type { Counters } from '../relational/counters.js'
import type { Row, Table } from './tables.js'

/** Reads one tenant's tables in full. */
export interface TenantReader {
  count(table: Table): Promise<number>
  /** The next rows after that key, in key order; empty at the end. */
  read(table: Table, after: Row | undefined): Promise<readonly Row[]>
  close(): Promise<void>
}

/** Reads from one snapshot, while others write. */
export interface TenantSource extends TenantReader {
  counters(): Promise<Counters>
}

export const targetChanged = (where: string): WorldWeaverError =>
  new WorldWeaverError(
    'validation_error',
    `Another process wrote to ${where} during the move: what it wrote stays, and nothing was moved there`,
  )

/** A tenant that becomes visible with `finish`. It continues what an interrupted copy has written. */
export interface TenantTarget extends TenantReader {
  lastKey(table: Table): Promise<Row | undefined>
  /** Writes all rows or none, with the data derived from them. */
  write(table: Table, rows: readonly Row[]): Promise<void>
  empty(table: Table): Promise<void>
  /** Makes the tenant visible and durable under its name. Throws if another process has written there meanwhile. */
  finish(counters: Counters): Promise<void>
}
