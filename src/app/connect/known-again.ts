import { type Backup, type BackupKey, type Backups, openBackups } from '../../adapters/clients/backups.js'
import { isStarted, type StartedServer, toConfiguredServer } from '../../adapters/clients/configured-server.js'
import type { Machine } from '../../adapters/clients/machine.js'
import { WorldWeaverError } from '../../errors.js'
import { dataDirOf } from './entry-environment.js'

/** What `connect` wrote is known by its form; what was there before is not, and nothing of ours is left by `revert`. */
const withoutRecord: Backup = { before: undefined, after: '', folders: [] }

/**
 * CNN13: the records of one client. They may be in another data directory, the one that its entry names; and if they are
 * gone with theirs, an entry as `connect` writes it stands for them.
 */
export function findRecords(dataDir: string, entry: () => Promise<unknown>, machine: Machine): Backups {
  const own = openBackups(dataDir)
  let elsewhere: Promise<{ readonly backups: Backups | undefined; readonly isOurs: boolean }> | undefined
  /** They go back there when a change is taken back. */
  const ofElsewhere = new Set<Backup>()
  /** Read once, since the entry is gone when its record is to be removed. */
  const lookElsewhere = () => {
    elsewhere ??= readEntry()
    return elsewhere
  }

  async function readEntry() {
    const found = await entry().catch((error) => {
      if (error instanceof WorldWeaverError) return undefined
      throw error
    })
    const server = toConfiguredServer(found)
    if (server === undefined || !isStarted(server)) return { backups: undefined, isOurs: false }
    const its = dataDirOf(server, machine)
    const backups = its === undefined || its === dataDir ? undefined : openBackups(its)
    return { backups, isOurs: isAsWritten(server) }
  }

  const removeElsewhere = async (key: BackupKey) => {
    const { backups } = await lookElsewhere()
    if ((await backups?.find(key)) !== undefined) await backups?.remove(key)
  }

  return {
    async find(key) {
      const found = await own.find(key)
      if (found !== undefined) return found
      const { backups, isOurs } = await lookElsewhere()
      const other = await backups?.find(key)
      if (other !== undefined) ofElsewhere.add(other)
      return other ?? (isOurs ? withoutRecord : undefined)
    },
    async save(key, backup) {
      // Taken back to a time without a record.
      if (backup === withoutRecord) return own.remove(key)
      const { backups } = await lookElsewhere()
      if (ofElsewhere.has(backup)) {
        await backups?.save(key, backup)
        return own.remove(key)
      }
      await own.save(key, backup)
      await removeElsewhere(key)
    },
    async remove(key) {
      await lookElsewhere()
      await own.remove(key)
      await removeElsewhere(key)
    },
    saveCopy: own.saveCopy,
    removeCopy: own.removeCopy,
  }
}

/** Nobody writes by hand both the toolset and the limit that only `connect` sets, for this very program. */
const isAsWritten = ({ args, env }: StartedServer): boolean =>
  args.at(-1) === 'mcp' &&
  /^world-weaver@.|[/\\]main\.js$/.test(args.at(-2) ?? '') &&
  env.WW_TOOLSETS !== undefined &&
  env.WW_RATE_LIMIT !== undefined
