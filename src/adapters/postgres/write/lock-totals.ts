import { type Counters, counterNames } from '../../relational/counters.js'
import { TenantReplaced } from '../connection/connection-errors.js'
import { prepared, type Sql } from '../connection/sql.js'

const lock = prepared('lock totals', `SELECT ${counterNames.join(', ')} FROM totals WHERE tenant_id = $1 FOR UPDATE`)

/** Waits until no other transaction writes for this tenant. */
export async function lockTotals(sql: Sql): Promise<Counters> {
  const totals = await sql.find<Counters>(lock)
  // A tenant and its row of `totals` are created and deleted together.
  if (totals === undefined) throw new TenantReplaced()
  return totals
}
