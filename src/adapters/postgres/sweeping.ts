import { pause } from '../relational/pause.js'
import type { Connections } from './connections.js'
import type { Client } from './driver.js'
import { sqlOn } from './sql.js'

/** Where what is erased may have left a dead row. */
const swept =
  'memories, strengths, versions, labels, edges, structures, vectors, terms, postings, names, changes, workflows, runs, turns, events, bookmarks, leases'
/** Whoever has one of them for now (another sweep, an index that is made) is waited for. */
const sweep = `VACUUM (TRUNCATE off) ${swept}`

/** The tables themselves, beside the backups; the embedded engine calls its own file so. */
export const ownTables = ''
/** For the transaction that erases. Its number tells who may still see what it deletes. */
export const noteUnswept = `INSERT INTO unfinished_erasing (tenant_id, place, id)
  VALUES ($1, '${ownTables}', pg_current_xact_id()::text) ON CONFLICT DO NOTHING`

/**
 * A row that somebody may still see cannot be swept up. Numbers that the server has not given yet are those of another
 * server, whose rows were restored here without the dead ones.
 */
const unswept = `SELECT id, id::xid8 >= pg_snapshot_xmax(pg_current_snapshot())
    OR id::xid8 < pg_snapshot_xmin(pg_current_snapshot()) AND NOT EXISTS (
      SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND age(backend_xmin) >= age(id::xid8::xid)
    ) AS "isUnseen"
  FROM unfinished_erasing WHERE tenant_id = $1 AND place = '${ownTables}'`
const tickOff = `DELETE FROM unfinished_erasing WHERE tenant_id = $1 AND place = '${ownTables}' AND id = ANY($2::text[])`

/** How long whoever reads what was erased is waited for, before another attempt. */
const lookAgainMs = 100

/** Sweeps up what can be. False when something is left that somebody still sees. */
export async function sweepOnce(client: Client, tenant: number): Promise<boolean> {
  const sql = sqlOn(client, tenant)
  const found = await sql.all<{ id: string; isUnseen: boolean }>(unswept)
  const ids = found.filter(({ isUnseen }) => isUnseen).map(({ id }) => id)
  if (ids.length > 0) {
    await client.query({ text: sweep })
    await sql.change(tickOff, ids)
  }
  return ids.length === found.length
}

/** Until nothing is left, or the signal says that it has been tried for long enough. */
export async function sweepAll(connections: Connections, tenant: number, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    if (await connections.use((client) => sweepOnce(client, tenant))) return true
    if (signal.aborted) return false
    await pause(lookAgainMs)
  }
}
