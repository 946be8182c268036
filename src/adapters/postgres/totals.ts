import { type Counters, counterNames } from '../relational/counters.js'
import { prepared, type Sql } from './sql.js'

const lock = prepared('lock totals', `SELECT ${counterNames.join(', ')} FROM totals WHERE tenant_id = $1 FOR UPDATE`)

/** Waits until nobody else writes for this tenant. */
export async function lockTotals(sql: Sql): Promise<Counters> {
  // The tenant was made together with it.
  return (await sql.find<Counters>(lock))!
}
