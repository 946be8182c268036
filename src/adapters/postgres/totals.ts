import { prepared, type Sql } from './sql.js'

/** The last number given of each sort, and the statistics of ranking. */
export interface Totals {
  readonly seq: number
  readonly event: number
  readonly row: number
  readonly term: number
  readonly name: number
  readonly scene: number
  readonly edge: number
  readonly documents: number
  readonly length: number
  /** Numbers of names and terms that a process remembers hold for as long as this count stands still. */
  readonly erasures: number
}

const lock = prepared(
  'lock totals',
  `SELECT seq, event, row, term, name, scene, edge, documents, length, erasures FROM totals WHERE tenant_id = $1
   FOR UPDATE`,
)

/** Waits until nobody else writes for this tenant. */
export async function lockTotals(sql: Sql): Promise<Totals> {
  // The tenant was made together with it.
  return (await sql.find<Totals>(lock))!
}
