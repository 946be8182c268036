import type { Access, Role } from './access.js'

/** A stored key. The secret itself is not stored, so that a leaked file grants no access. */
export interface ApiKey {
  readonly id: string
  /** Display name, unique among the usable keys. */
  readonly name: string
  /** SHA-256 of the secret. */
  readonly digest: Uint8Array
  readonly tenant: string
  readonly role: Role
  /** Null when the key is not bound to sessions. */
  readonly sessions: readonly string[] | null
  readonly createdAt: number
  readonly expiresAt: number | null
  /** Precise to the minute, so that not every call causes a write. */
  readonly lastUsedAt: number | null
  readonly revokedAt: number | null
}

/** How precise `lastUsedAt` is. */
export const useIntervalMs = 60_000

export const isUsable = ({ expiresAt, revokedAt }: ApiKey, now: number): boolean =>
  revokedAt === null && (expiresAt === null || now < expiresAt)

export const shouldRecordUse = ({ lastUsedAt }: ApiKey, now: number): boolean =>
  lastUsedAt === null || now - lastUsedAt >= useIntervalMs

export const accessOf = ({ id, tenant, role, sessions }: ApiKey): Access => ({
  tenant,
  role,
  key: id,
  ...(sessions === null ? {} : { sessions }),
})
