import { type Counters, counterNames } from '../relational/counters.js'
import { prepared, type Sql } from './sql.js'
import { TenantGone } from './trouble.js'

const lock = prepared('lock totals', `SELECT ${counterNames.join(', ')} FROM totals WHERE tenant_id = $1 FOR UPDATE`)

/** Waits until nobody else writes for this tenant. */
export async function lockTotals(sql: Sql): Promise<Counters> {
  const totals = await sql.find<Counters>(lock)
  // The tenant was made together with it, and is gone with it.
  if (totals === undefined) throw new TenantGone()
  return totals
}
