import type { ApiKey } from '../../../memory/access/api-key.js'
import type { KeyRequest } from '../../../memory/access/new-key.js'

/** The keys of a data directory, for one command. */
export interface KeyRing {
  /** The only call that returns the token. */
  create(asked: KeyRequest): Promise<{ readonly key: ApiKey; readonly token: string }>
  list(): Promise<readonly ApiKey[]>
  /** Finds the key by id, else by the name of a key in force. */
  revoke(idOrName: string): Promise<ApiKey>
  close(): Promise<void>
}
