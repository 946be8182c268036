import type { LocalCounts, RemoteCounts } from '../../../ports/call-ledger.js'
import type { Database } from '../connection/database.js'
import { prepared, type Sql } from '../connection/sql.js'

const insertCalls = prepared(
  'insert calls',
  `INSERT INTO calls (tenant_id, server, key, at, newest)
   SELECT $1, $2, * FROM unnest($3::text[], $4::text[], $5::bigint[])`,
)
const deleteExpired = prepared('delete expired calls', 'DELETE FROM calls WHERE tenant_id = $1 AND newest <= $2')
const selectSince = prepared(
  'calls since',
  'SELECT seq, server, key, at, newest FROM calls WHERE tenant_id = $1 AND seq > $2 ORDER BY seq',
)

/** Writes under the tenant's lock, so that sequence numbers are in commit order. The table is unlogged. */
export async function exchangeCalls(database: Database, local: LocalCounts): Promise<RemoteCounts> {
  if (local.calls.length > 0) {
    await database.write(async (transaction) => {
      transaction.send(
        insertCalls,
        local.server,
        local.calls.map(({ key }) => key),
        local.calls.map(({ at }) => at.join()),
        local.calls.map(({ at }) => at.at(-1) ?? local.now),
      )
      transaction.send(deleteExpired, local.now - local.windowMs)
    })
  }
  return database.read((sql) => readRemote(sql, local))
}

async function readRemote(sql: Sql, { server, after, now, windowMs }: LocalCounts): Promise<RemoteCounts> {
  const rows = await sql.all<{ seq: number; server: string; key: string; at: string; newest: number }>(
    selectSince,
    after,
  )
  const calls = rows.filter((row) => row.server !== server && row.newest > now - windowMs)
  return {
    calls: calls.map(({ key, at }) => ({ key, at: at.split(',').map(Number) })),
    seen: rows.at(-1)?.seq ?? after,
  }
}
