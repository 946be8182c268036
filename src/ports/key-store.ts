import type { ApiKey } from '../memory/access/api-key.js'

/** Where keys are kept: one place for all tenants, outside of their memories. Several processes may use it at once. */
export interface KeyStore {
  /** Durable when it answers. False when a key that is not revoked has that name, or any that id: nothing is written. */
  add(key: ApiKey): Promise<boolean>
  /** As it is at this moment: a key that was revoked a moment ago, by whomever, is so here. */
  find(id: string): Promise<ApiKey | undefined>
  /** The oldest first. */
  list(): Promise<readonly ApiKey[]>
  /** Durable when it answers. Revoking again, or what is not there, changes nothing. */
  revoke(id: string, at: number): Promise<void>
  /** Coarse; where it cannot be written at once, not at all. */
  noteUse(id: string, at: number): Promise<void>
  close(): Promise<void>
}
