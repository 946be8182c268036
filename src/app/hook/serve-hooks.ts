import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makePrivateFolder } from '../../adapters/system/private-folder.js'
import type { Log } from '../../ports/log.js'
import { type HookListener, listenForHooks } from '../../surfaces/hooks/listen.js'
import type { Configuration } from '../configuration/configuration.js'
import { storeFolder } from '../configuration/store-folder.js'
import type { WorldWeaver } from '../memory/world-weaver.js'
import { hookFolder } from './hook-folder.js'

/** The file that `ww` starts. */
const program = fileURLToPath(new URL('../main.js', import.meta.url))

/** Answers hooks over a socket. If it cannot be opened, hooks open the store themselves. */
export async function serveHooks(
  { dataDir, databaseUrl }: Pick<Configuration, 'dataDir' | 'databaseUrl'>,
  memory: Pick<WorldWeaver, 'hooks'>,
  log: Log,
): Promise<HookListener | undefined> {
  try {
    makePrivateFolder(hookFolder(dataDir))
    // Hooks of a plugin find the program by this file.
    writeFileSync(join(hookFolder(dataDir), 'program'), `${program}\n`, { mode: 0o600 })
    const sockets = hookFolder(storeFolder(dataDir, databaseUrl))
    const listening = await listenForHooks(sockets, memory.hooks.composeContext, log)
    memory.hooks.warmUp().catch((error: unknown) => log.debug('could not warm up', { error }))
    return listening
  } catch (error) {
    log.warn('hooks will have to open the store themselves', { error })
    return undefined
  }
}
