import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openSqliteStore } from '../../../adapters/sqlite/sqlite-memory-store.js'
import { fileIdentity } from '../../../adapters/system/file-identity.js'
import { birthOf } from '../../../adapters/system/process-birth.js'
import { warmUpHooks } from '../../../operations/hooks/warm-up.js'
import { StoreUnavailable } from '../../../ports/store/errors.js'
import { listenForHooks } from '../../../surfaces/hooks/listen.js'
import { databasePath } from '../../configuration/data-dir.js'
import { version } from '../../configuration/version.js'
import { composeOnce, openHookContext } from '../compose-once.js'
import { endAfter } from '../end-after.js'
import { hookFolder } from '../hook-folder.js'
import { dropClaim, findHelper, holdsClaim, writeClaim } from './helper-claim.js'
import { isNewer } from './is-newer.js'

interface HelperTimes {
  /** How long it stays after the last hook that it answered. */
  readonly idleMs?: number
  /** How often it looks whether it is still wanted. */
  readonly checkMs?: number
}

const program = fileURLToPath(new URL('../../main.js', import.meta.url))
/** Hooks that get no answer open the store themselves, and log what is wrong. */
const log = { debug: () => undefined }
/** How much longer a helper may hang than it may be idle. */
const graceMs = 30_000

/**
 * The helper of a data directory: it answers hooks where no server runs. It reads only, never upgrades the file, and
 * ends by itself: idle, when the store or the program is gone or another one, or when another helper has its place.
 */
export async function runHelper(
  dataDir: string,
  { idleMs = 600_000, checkMs = 2_000 }: HelperTimes = {},
): Promise<void> {
  const running = findHelper(dataDir)
  if (running !== undefined && !isNewer(version, running.version)) return
  const path = databasePath({ dataDir })
  const [ownStore, ownProgram] = [fileIdentity(path), writingAt(program)]
  if (ownStore === undefined) return
  writeClaim(dataDir, { pid: process.pid, birth: birthOf(process.pid), since: new Date().toISOString(), version })
  // HOK14: kills a helper that hangs; the check below ends one that is idle.
  const deadline = endAfter(idleMs + graceMs)
  let askedAt = performance.now()
  // A reader with a time to end neither upgrades the file nor waits for locks; this one's time never comes.
  const memories = openSqliteStore({ path, endsAt: Number.POSITIVE_INFINITY })

  let isEnding = false
  async function end(): Promise<void> {
    if (isEnding) return
    isEnding = true
    listening?.close()
    dropClaim(dataDir, process.pid)
    // Ending a thread while it reads crashes the process.
    await memories.close().catch(() => undefined)
    process.exit(0)
  }
  process.once('SIGTERM', end)
  process.once('SIGINT', end)

  const listening = await listenForHooks(
    hookFolder(dataDir),
    async (event) => {
      try {
        return await composeOnce(event, memories)
      } catch (error) {
        // Replaced, locked or of another version: the hook opens the store itself, and a later one starts a new helper.
        if (error instanceof StoreUnavailable) void end()
        throw error
      } finally {
        askedAt = performance.now()
        deadline.renew()
      }
    },
    log,
    { isHelper: true },
  )
  const isWanted = () =>
    performance.now() - askedAt < idleMs &&
    fileIdentity(path) === ownStore &&
    writingAt(program) === ownProgram &&
    holdsClaim(dataDir)
  // Keeps the process alive.
  setInterval(() => {
    if (!isWanted()) void end()
  }, checkMs)
  await warmUpHooks(openHookContext(memories)).catch(end)
}

/** An installation writes its program's files anew. */
const writingAt = (path: string): string =>
  `${fileIdentity(path)}/${statSync(path, { throwIfNoEntry: false })?.mtimeMs}`
