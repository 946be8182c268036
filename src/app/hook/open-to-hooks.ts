import type { Log } from '../../ports/log.js'
import { type Listening, listenForHooks } from '../../surfaces/hooks/listen.js'
import type { Configuration } from '../configuration.js'
import type { WorldWeaver } from '../world-weaver.js'
import { habitFolder } from './habit-folder.js'

/** From now on hooks need not open the store themselves. Where that cannot be had, they do. */
export async function openToHooks(
  { dataDir }: Pick<Configuration, 'dataDir'>,
  mind: Pick<WorldWeaver, 'habit'>,
  log: Log,
): Promise<Listening | undefined> {
  try {
    return await listenForHooks(habitFolder(dataDir), mind.habit.speak, log)
  } catch (error) {
    log.warn('hooks will have to open the store themselves', { error })
    return undefined
  }
}
