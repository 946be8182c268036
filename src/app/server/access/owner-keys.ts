import { makeFolder } from '../../../adapters/sqlite/connection/make-folder.js'
import { openAuditFile } from '../../../adapters/system/audit-file.js'
import { createStderrLog } from '../../../adapters/system/stderr-log.js'
import { systemClock } from '../../../adapters/system/system-clock.js'
import { messageOf, WorldWeaverError } from '../../../errors.js'
import { ownTenant } from '../../../memory/access/access.js'
import type { ApiKey } from '../../../memory/access/api-key.js'
import { planKey } from '../../../memory/access/new-key.js'
import { auditFolder, type Environment, readRootDir, tenantFolder } from '../../configuration/data-dir.js'
import { readDatabaseUrl } from '../../configuration/database-url.js'
import { openKeyStore } from '../../memory/stores.js'
import { type KeyRing, openKeyRing } from './key-ring.js'

/** Adds the reason to an unexpected error: the owner of the file may see it. */
function withReason<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    if (error instanceof WorldWeaverError) throw error
    const reason = messageOf(error)
    throw new WorldWeaverError('internal_error', `The keys could not be read or written: ${reason}`)
  })
}

/** The keys for a user of the data directory. The first key of a tenant creates its folder, so that `--tenant` finds it. */
export function openOwnerKeys(env: Environment, cwd: string, home: string): KeyRing {
  const dataDir = readRootDir(env, cwd, process.platform, home)
  const { WW_DATABASE_URL: url } = env
  const store = openKeyStore({ dataDir, ...(url ? { databaseUrl: readDatabaseUrl(url, 'WW_DATABASE_URL') } : {}) })
  const keys = openKeyRing(store, { clock: systemClock, log: createStderrLog({ level: 'silent' }) })
  const audit = openAuditFile(auditFolder({ dataDir, tenant: ownTenant }))
  function record(operation: string, { id, tenant }: ApiKey): void {
    const who = { door: 'cli', client: `ww ${operation}`, key: null } as const
    audit.append({ at: systemClock.now(), tenant, ...who, operation, effect: 'admin', ids: [id], outcome: 'ok' })
  }
  return {
    ...keys,
    async close() {
      audit.close()
      await keys.close()
    },
    list: () => withReason(keys.list()),
    async revoke(idOrName) {
      const key = await withReason(keys.revoke(idOrName))
      record('key revoke', key)
      return key
    },
    async create({ tenant = env.WW_TENANT || ownTenant, ...asked }) {
      const wanted = { ...asked, tenant }
      // The folder comes first: if it failed after the key was stored, the secret would never be shown.
      const planned = planKey(wanted, systemClock.now()).tenant
      if (!url) makeFolder(tenantFolder(dataDir, planned))
      const created = await withReason(keys.create(wanted))
      record('key create', created.key)
      return created
    },
  }
}
