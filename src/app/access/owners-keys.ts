import { homedir } from 'node:os'
import { makeFolder } from '../../adapters/sqlite/make-folder.js'
import { createStderrLog } from '../../adapters/system/stderr-log.js'
import { systemClock } from '../../adapters/system/system-clock.js'
import { WorldWeaverError } from '../../errors.js'
import { ownTenant } from '../../memory/access/access.js'
import { planKey } from '../../memory/access/new-key.js'
import { type Environment, readRootDir, tenantFolder } from '../data-dir.js'
import { readDatabaseUrl } from '../database-url.js'
import { openKeyStore } from '../stores.js'
import { type KeyRing, openKeyRing } from './key-ring.js'

/** Whoever types the command may know what is wrong with their own file. */
function told<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    if (error instanceof WorldWeaverError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new WorldWeaverError('internal_error', `The keys could not be read or written: ${reason}`)
  })
}

/** For whoever can open the data directory. A tenant is there from its first key on, for `ww stats --tenant` and others. */
export function openKeysOfOwner(env: Environment): KeyRing {
  const dataDir = readRootDir(env, process.cwd(), process.platform, homedir())
  const { WW_DATABASE_URL: url } = env
  const store = openKeyStore({ dataDir, ...(url ? { databaseUrl: readDatabaseUrl(url, 'WW_DATABASE_URL') } : {}) })
  const keys = openKeyRing(store, { clock: systemClock, log: createStderrLog({ level: 'silent' }) })
  return {
    ...keys,
    list: () => told(keys.list()),
    revoke: (idOrName) => told(keys.revoke(idOrName)),
    async create({ tenant = env.WW_TENANT || ownTenant, ...asked }) {
      const wanted = { ...asked, tenant }
      // First: a key whose folder cannot be made would have been made, and its secret never shown.
      const planned = planKey(wanted, systemClock.now()).tenant
      if (!url) makeFolder(tenantFolder(dataDir, planned))
      return told(keys.create(wanted))
    },
  }
}
