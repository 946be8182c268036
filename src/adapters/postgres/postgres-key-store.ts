import { type ApiKey, useIntervalMs } from '../../memory/access/api-key.js'
import type { KeyStore } from '../../ports/key-store.js'
import { fromKey, type KeyColumns, toKey } from '../relational/stored-key.js'
import type { Connections } from './connection/connections.js'
import { withRetry } from './connection/with-retry.js'

const columns = 'id, name, digest, tenant, role, sessions, created_at, expires_at, last_used_at, revoked_at'
const insert = `INSERT INTO api_keys (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`
const byId = { name: 'ww key', text: `SELECT ${columns} FROM api_keys WHERE id = $1` }
const all = `SELECT ${columns} FROM api_keys ORDER BY created_at, id`
const revoke = 'UPDATE api_keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL'
// Skips a locked row: a caller waits for this, and another process is writing the same.
const noteUse = `UPDATE api_keys SET last_used_at = $2 WHERE id = (
  SELECT id FROM api_keys WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3) FOR UPDATE SKIP LOCKED)`

/** The keys of all tenants, in one table. It is read at every call, so a revocation takes effect at once everywhere. */
export function openPostgresKeyStore(connections: Connections): KeyStore {
  // All statements are idempotent, so a retry is safe.
  const query = (text: string | typeof byId, values: unknown[] = []) =>
    withRetry('the operation on API keys may not have happened', connections, () =>
      connections.use((client) => client.query({ ...(typeof text === 'string' ? { text } : text), values })),
    )
  async function find(id: string): Promise<ApiKey | undefined> {
    const [row] = (await query(byId, [id])).rows as KeyColumns[]
    return row === undefined ? undefined : toKey(row)
  }
  return {
    async add(key) {
      if ((await query(insert, fromKey(key))).rowCount === 1) return true
      // A first attempt may have added it and lost the answer.
      const stored = await find(key.id)
      return stored !== undefined && Buffer.compare(stored.digest, key.digest) === 0
    },
    find,
    list: async () => ((await query(all)).rows as KeyColumns[]).map(toKey),
    async revoke(id, at) {
      await query(revoke, [id, at])
    },
    async noteUse(id, at) {
      await query(noteUse, [id, at, at - useIntervalMs])
    },
    close: () => connections.close(),
  }
}
