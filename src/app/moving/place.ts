import type { NewHouse, OldHouse } from '../../adapters/moving/house.js'
import type { KeyStore } from '../../ports/key-store.js'
import { isDatabaseUrl } from '../database-url.js'
import { openDatabasePlace } from './database-place.js'
import { openFolderPlace } from './folder-place.js'

/** Where memories of several tenants, and the keys, are or shall be: a data directory or a database. */
export interface Place {
  /** As people know it, without what opens it. */
  readonly name: string
  tenants(): Promise<readonly string[]>
  /** Undefined where the tenant has nothing. */
  openOld(tenant: string): Promise<OldHouse | undefined>
  /** What an unfinished move from the place of that mark has left is taken up again. */
  openNew(tenant: string, mark: string): Promise<NewHouse>
  /** Forgets unfinished moves of the tenant, wherever they came from. */
  clear(tenant: string): Promise<void>
  readonly keys: KeyStore
  close(): Promise<void>
}

export const openPlace = (text: string, field: string, cwd: string, home: string): Place =>
  isDatabaseUrl(text) ? openDatabasePlace(text, field) : openFolderPlace(text, cwd, home)
