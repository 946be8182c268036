import type { Role } from '../../memory/access/access.js'
import type { ApiKey } from '../../memory/access/api-key.js'

/** A row of `api_keys`. */
export interface KeyColumns {
  readonly id: string
  readonly name: string
  readonly digest: Uint8Array
  readonly tenant: string
  /** Only this program writes it, so it is valid. */
  readonly role: Role
  readonly sessions: string | null
  readonly created_at: number
  readonly expires_at: number | null
  readonly last_used_at: number | null
  readonly revoked_at: number | null
}

export const toKey = (row: KeyColumns): ApiKey => ({
  id: row.id,
  name: row.name,
  digest: row.digest,
  tenant: row.tenant,
  role: row.role,
  sessions: row.sessions === null ? null : (JSON.parse(row.sessions) as string[]),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
  revokedAt: row.revoked_at,
})

/** Values in the order of the columns. */
export const fromKey = (key: ApiKey): (string | number | Uint8Array | null)[] => [
  key.id,
  key.name,
  key.digest,
  key.tenant,
  key.role,
  key.sessions === null ? null : JSON.stringify(key.sessions),
  key.createdAt,
  key.expiresAt,
  key.lastUsedAt,
  key.revokedAt,
]
