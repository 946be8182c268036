import type { TenantSource, TenantTarget } from '../../adapters/engine-copy/tenant-copy.js'
import type { KeyStore } from '../../ports/key-store.js'
import { isDatabaseUrl } from '../configuration/database-url.js'
import { openDatabasePlace } from './database-place.js'
import { openFolderPlace } from './folder-place.js'

/** A data directory or a database: the source or the target of a copy of tenants and keys. */
export interface Place {
  /** A name for messages, without a password. */
  readonly name: string
  tenants(): Promise<readonly string[]>
  /** Undefined if the tenant does not exist. */
  openSource(tenant: string): Promise<TenantSource | undefined>
  /** Continues an unfinished copy from the source with this mark. */
  openTarget(tenant: string, mark: string): Promise<TenantTarget>
  /** Deletes unfinished copies of the tenant, from any source. */
  clear(tenant: string): Promise<void>
  readonly keys: KeyStore
  close(): Promise<void>
}

export const openPlace = (text: string, field: string, cwd: string, home: string): Place =>
  isDatabaseUrl(text) ? openDatabasePlace(text, field) : openFolderPlace(text, cwd, home)
