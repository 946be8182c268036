import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { openSqliteSource, openSqliteTarget, removeSqliteTenant } from '../../adapters/engine-copy/sqlite-tenant.js'
import { openSqliteKeyStore } from '../../adapters/sqlite/sqlite-key-store.js'
import { ownTenant } from '../../memory/access/access.js'
import { isTenantName } from '../../memory/access/tenant-name.js'
import { databasePath, keysPath, tenantFolder } from '../configuration/data-dir.js'
import type { Place } from './place.js'

/** The file name of an unfinished copy contains this. */
const unfinishedMark = '.moving-from-'

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
    openSource: async (tenant) => (existsSync(pathOf(tenant)) ? openSqliteSource(pathOf(tenant)) : undefined),
    async openTarget(tenant, mark) {
      const path = pathOf(tenant)
      return openSqliteTarget(path, `${path}${unfinishedMark}${mark}`)
    },
    async clear(tenant) {
      const path = pathOf(tenant)
      const names = existsSync(dirname(path)) ? readdirSync(dirname(path)) : []
      const left = names.filter((name) => name.startsWith(`${basename(path)}${unfinishedMark}`))
      for (const name of left) removeSqliteTenant(join(dirname(path), name))
    },
    keys: openSqliteKeyStore({ path: keysPath(folder) }),
    close: async () => undefined,
  }
}
