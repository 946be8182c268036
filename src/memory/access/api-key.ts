import type { Access, Role } from './access.js'

/** What is kept of a key. The secret is not: whoever reads the file can call nobody with it. */
export interface ApiKey {
  readonly id: string
  /** What people call it. No two that are in force have the same. */
  readonly name: string
  /** SHA-256 of the secret. */
  readonly digest: Uint8Array
  readonly tenant: string
  readonly role: Role
  /** Null: not bound to any. */
  readonly sessions: readonly string[] | null
  readonly createdAt: number
  readonly expiresAt: number | null
  /** To the minute: a call must not cost a write. */
  readonly lastUsedAt: number | null
  readonly revokedAt: number | null
}

/** How precise `lastUsedAt` is. */
export const useIntervalMs = 60_000

export const isUsable = ({ expiresAt, revokedAt }: ApiKey, now: number): boolean =>
  revokedAt === null && (expiresAt === null || now < expiresAt)

export const isUseNews = ({ lastUsedAt }: ApiKey, now: number): boolean =>
  lastUsedAt === null || now - lastUsedAt >= useIntervalMs

export const accessOf = ({ id, tenant, role, sessions }: ApiKey): Access => ({
  tenant,
  role,
  key: id,
  ...(sessions === null ? {} : { sessions }),
})
