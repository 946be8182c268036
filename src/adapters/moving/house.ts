import { WorldWeaverError } from '../../errors.js'
import type { Counters } from '../relational/counters.js'
import type { Row, Table } from './tables.js'

/** One tenant's tables, to be read from one end to the other. */
export interface ReadableHouse {
  count(table: Table): Promise<number>
  /** Some rows behind that key, in the order of keys; none at the end. */
  read(table: Table, after: Row | undefined): Promise<readonly Row[]>
  close(): Promise<void>
}

/** All of one moment, whoever writes meanwhile. */
export interface OldHouse extends ReadableHouse {
  counters(): Promise<Counters>
}

export const writtenThere = (where: string): WorldWeaverError =>
  new WorldWeaverError(
    'validation_error',
    `Somebody has written to ${where} while this moved there: what was written stays, and nothing has moved in`,
  )

/** Nobody sees it before it is finished. What an interrupted move left there is there again. */
export interface NewHouse extends ReadableHouse {
  lastKey(table: Table): Promise<Row | undefined>
  /** All of them or none, with what is made from them. */
  write(table: Table, rows: readonly Row[]): Promise<void>
  empty(table: Table): Promise<void>
  /** Gives it its name, durably. Throws where somebody has written there since the move began. */
  finish(counters: Counters): Promise<void>
}
