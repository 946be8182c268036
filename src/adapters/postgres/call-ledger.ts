import type { HeardCalls, ToldCalls } from '../../ports/call-ledger.js'
import type { Database } from './database.js'
import { prepared, type Sql } from './sql.js'

const tell = prepared(
  'tell calls',
  `INSERT INTO calls (tenant_id, server, key, at, newest)
   SELECT $1, $2, * FROM unnest($3::text[], $4::text[], $5::bigint[])`,
)
const forget = prepared('forget calls', 'DELETE FROM calls WHERE tenant_id = $1 AND newest <= $2')
const hear = prepared(
  'hear calls',
  'SELECT seq, server, key, at, newest FROM calls WHERE tenant_id = $1 AND seq > $2 ORDER BY seq',
)

/** In turn with batches, so that numbers are in the order of commits; nothing is waited for on the disk. */
export async function exchangeCalls(database: Database, told: ToldCalls): Promise<HeardCalls> {
  if (told.calls.length > 0) {
    await database.write(async (transaction) => {
      transaction.send(
        tell,
        told.server,
        told.calls.map(({ key }) => key),
        told.calls.map(({ at }) => at.join()),
        told.calls.map(({ at }) => at.at(-1) ?? told.now),
      )
      transaction.send(forget, told.now - told.windowMs)
    })
  }
  return database.read((sql) => heard(sql, told))
}

async function heard(sql: Sql, { server, after, now, windowMs }: ToldCalls): Promise<HeardCalls> {
  const rows = await sql.all<{ seq: number; server: string; key: string; at: string; newest: number }>(hear, after)
  const calls = rows.filter((row) => row.server !== server && row.newest > now - windowMs)
  return {
    calls: calls.map(({ key, at }) => ({ key, at: at.split(',').map(Number) })),
    seen: rows.at(-1)?.seq ?? after,
  }
}
