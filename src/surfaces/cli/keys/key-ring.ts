import type { ApiKey } from '../../../memory/access/api-key.js'
import type { AskedKey } from '../../../memory/access/new-key.js'

/** The keys of a data directory, for one command. */
export interface KeyRing {
  create(asked: AskedKey): Promise<{ readonly key: ApiKey; readonly token: string }>
  list(): Promise<readonly ApiKey[]>
  revoke(idOrName: string): Promise<ApiKey>
  close(): Promise<void>
}
