import { pause } from '../../relational/pause.js'
import type { Connections } from '../connection/connections.js'
import type { Client } from '../connection/driver.js'
import { sqlOn } from '../connection/sql.js'

/** The tables in which an erasure may leave dead rows. */
const vacuumed =
  'memories, strengths, versions, labels, edges, structures, vectors, terms, postings, answers, answer_vectors, answer_postings, answer_terms, names, changes, workflows, runs, turns, events, bookmarks, leases'
/** Waits for locks that other processes hold, such as another VACUUM or CREATE INDEX. */
const vacuum = `VACUUM (TRUNCATE off) ${vacuumed}`

/** The `place` that stands for the store itself; other places are paths of backups. SQLite uses the same value. */
export const ownTables = ''
/** For the transaction that erases. Its id tells which snapshots can still see the deleted rows. */
export const noteUnvacuumed = `INSERT INTO unfinished_erasing (tenant_id, place, id)
  VALUES ($1, '${ownTables}', pg_current_xact_id()::text) ON CONFLICT DO NOTHING`

/**
 * VACUUM keeps rows that an open snapshot can still see. A transaction id that this server has not assigned yet comes
 * from another server, whose data was restored here without dead rows.
 */
const pending = `SELECT id, id::xid8 >= pg_snapshot_xmax(pg_current_snapshot())
    OR id::xid8 < pg_snapshot_xmin(pg_current_snapshot()) AND NOT EXISTS (
      SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND age(backend_xmin) >= age(id::xid8::xid)
    ) AS "isUnseen"
  FROM unfinished_erasing WHERE tenant_id = $1 AND place = '${ownTables}'`
const markDone = `DELETE FROM unfinished_erasing WHERE tenant_id = $1 AND place = '${ownTables}' AND id = ANY($2::text[])`

const retryMs = 100

/** False if an open snapshot still sees some of the rows. */
export async function vacuumOnce(client: Client, tenant: number): Promise<boolean> {
  const sql = sqlOn(client, tenant)
  const found = await sql.all<{ id: string; isUnseen: boolean }>(pending)
  const ids = found.filter(({ isUnseen }) => isUnseen).map(({ id }) => id)
  if (ids.length > 0) {
    await client.query({ text: vacuum })
    await sql.change(markDone, ids)
  }
  return ids.length === found.length
}

/** Repeats until no row is left, or until the signal aborts. False if rows are left. */
export async function vacuumAll(connections: Connections, tenant: number, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    if (await connections.use((client) => vacuumOnce(client, tenant))) return true
    if (signal.aborted) return false
    await pause(retryMs)
  }
}
