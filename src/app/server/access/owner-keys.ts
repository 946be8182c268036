import { makeFolder } from '../../../adapters/sqlite/connection/make-folder.js'
import { createStderrLog } from '../../../adapters/system/stderr-log.js'
import { systemClock } from '../../../adapters/system/system-clock.js'
import { WorldWeaverError } from '../../../errors.js'
import { ownTenant } from '../../../memory/access/access.js'
import { planKey } from '../../../memory/access/new-key.js'
import { type Environment, readRootDir, tenantFolder } from '../../configuration/data-dir.js'
import { readDatabaseUrl } from '../../configuration/database-url.js'
import { openKeyStore } from '../../memory/stores.js'
import { type KeyRing, openKeyRing } from './key-ring.js'

/** Adds the reason to an unexpected error: the owner of the file may see it. */
function withReason<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    if (error instanceof WorldWeaverError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new WorldWeaverError('internal_error', `The keys could not be read or written: ${reason}`)
  })
}

/** The keys for a user of the data directory. The first key of a tenant creates its folder, so that `--tenant` finds it. */
export function openOwnerKeys(env: Environment, cwd: string, home: string): KeyRing {
  const dataDir = readRootDir(env, cwd, process.platform, home)
  const { WW_DATABASE_URL: url } = env
  const store = openKeyStore({ dataDir, ...(url ? { databaseUrl: readDatabaseUrl(url, 'WW_DATABASE_URL') } : {}) })
  const keys = openKeyRing(store, { clock: systemClock, log: createStderrLog({ level: 'silent' }) })
  return {
    ...keys,
    list: () => withReason(keys.list()),
    revoke: (idOrName) => withReason(keys.revoke(idOrName)),
    async create({ tenant = env.WW_TENANT || ownTenant, ...asked }) {
      const wanted = { ...asked, tenant }
      // The folder comes first: if it failed after the key was stored, the secret would never be shown.
      const planned = planKey(wanted, systemClock.now()).tenant
      if (!url) makeFolder(tenantFolder(dataDir, planned))
      return withReason(keys.create(wanted))
    },
  }
}
