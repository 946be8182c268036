import type { StoreCoordinator } from '../../../ports/store/coordinate.js'
import type { Database } from '../connection/database.js'
import { prepared } from '../connection/sql.js'

/** All processes use the server's clock. */
export const serverNow = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

const take = prepared(
  'take lease',
  `INSERT INTO leases (tenant_id, name, holder, expires_at) VALUES ($1, $2, $3, ${serverNow} + $4::bigint)
   ON CONFLICT (tenant_id, name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
   WHERE leases.expires_at <= ${serverNow}`,
)

// Only an unexpired lease can be renewed: another holder may have taken an expired one.
const renew = prepared(
  'renew lease',
  `UPDATE leases SET expires_at = ${serverNow} + $4::bigint
   WHERE tenant_id = $1 AND name = $2 AND holder = $3 AND expires_at > ${serverNow}`,
)

const release = prepared('release lease', 'DELETE FROM leases WHERE tenant_id = $1 AND name = $2 AND holder = $3')

/** Takes the tenant's lock, so that earlier batches are committed before the lease is granted. */
export async function takeLease(
  database: Database,
  name: string,
  ttlMs: number,
): ReturnType<StoreCoordinator['lease']> {
  const holder = crypto.randomUUID()
  const taken = await database.write((transaction) => transaction.change(take, name, holder, ttlMs))
  if (taken === 0) return undefined
  return {
    holder,
    renew: async (ttl) => (await database.change(renew, name, holder, ttl)) > 0,
    release: async () => {
      await database.change(release, name, holder)
    },
  }
}
