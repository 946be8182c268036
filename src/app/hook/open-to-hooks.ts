import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Log } from '../../ports/log.js'
import { type Listening, listenForHooks } from '../../surfaces/hooks/listen.js'
import type { Configuration } from '../configuration.js'
import type { WorldWeaver } from '../world-weaver.js'
import { habitFolder, makePrivateFolder } from './habit-folder.js'

/** The file that `ww` starts. */
const program = fileURLToPath(new URL('../main.js', import.meta.url))

/** From now on hooks need not open the store themselves. Where that cannot be had, they do. */
export async function openToHooks(
  { dataDir }: Pick<Configuration, 'dataDir'>,
  mind: Pick<WorldWeaver, 'habit'>,
  log: Log,
): Promise<Listening | undefined> {
  try {
    makePrivateFolder(habitFolder(dataDir))
    // For hooks that were not told where the program is, as those of a plugin.
    writeFileSync(join(habitFolder(dataDir), 'program'), `${program}\n`, { mode: 0o600 })
    const listening = await listenForHooks(habitFolder(dataDir), mind.habit.speak, log)
    mind.habit.practise().catch((error: unknown) => log.debug('could not practise', { error }))
    return listening
  } catch (error) {
    log.warn('hooks will have to open the store themselves', { error })
    return undefined
  }
}
