import type { ApiKey } from '../memory/access/api-key.js'

/** The keys of all tenants, apart from their memories. Several processes may use it at once. */
export interface KeyStore {
  /** Durable when it resolves. False, without writing, if the id or the name of an unrevoked key exists. */
  add(key: ApiKey): Promise<boolean>
  /** Never cached: a revocation by another process is visible at once. */
  find(id: string): Promise<ApiKey | undefined>
  /** The oldest first. */
  list(): Promise<readonly ApiKey[]>
  /** Durable when it resolves. A revoked or unknown key stays as it is. */
  revoke(id: string, at: number): Promise<void>
  /** Best effort: skipped if it cannot be written at once. */
  noteUse(id: string, at: number): Promise<void>
  close(): Promise<void>
}
