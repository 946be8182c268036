import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { openNewSqliteHouse, openOldSqliteHouse, removeSqliteHouse } from '../../adapters/moving/sqlite-house.js'
import { openSqliteKeyStore } from '../../adapters/sqlite/sqlite-key-store.js'
import { ownTenant } from '../../memory/access/access.js'
import { isTenantName } from '../../memory/access/tenant-name.js'
import { databasePath, keysPath, tenantFolder } from '../data-dir.js'
import type { Place } from './place.js'

/** A database that is on its way in has another name until it is there. */
const moving = '.moving-from-'

export function openFolderPlace(text: string, cwd: string, home: string): Place {
  const folder = resolve(
    cwd,
    text.replace(/^~(?=$|[/\\])/, () => home),
  )
  const pathOf = (tenant: string) => databasePath({ dataDir: tenantFolder(folder, tenant) })
  return {
    name: folder,
    async tenants() {
      const others = join(folder, 'tenants')
      const names = existsSync(others) ? readdirSync(others).filter(isTenantName).sort() : []
      return [ownTenant, ...names].filter((tenant) => existsSync(pathOf(tenant)))
    },
    openOld: async (tenant) => (existsSync(pathOf(tenant)) ? openOldSqliteHouse(pathOf(tenant)) : undefined),
    async openNew(tenant, mark) {
      const path = pathOf(tenant)
      return openNewSqliteHouse(path, `${path}${moving}${mark}`)
    },
    async clear(tenant) {
      const path = pathOf(tenant)
      const names = existsSync(dirname(path)) ? readdirSync(dirname(path)) : []
      const left = names.filter((name) => name.startsWith(`${basename(path)}${moving}`))
      for (const name of left) removeSqliteHouse(join(dirname(path), name))
    },
    keys: openSqliteKeyStore({ path: keysPath(folder) }),
    close: async () => undefined,
  }
}
