import type { Environment } from '../configuration/configuration.js'
import { readIgnoreFiles } from './ignore-files.js'
import { readPause } from './pause.js'

/** What silences hooks; `until` is null if it has no end. */
export interface Silence {
  readonly by: 'WW_OFF' | 'ww pause' | '.wwignore'
  readonly until: string | null
}

/** WW_OFF, `ww pause`, or a `.wwignore` of the whole folder; undefined if hooks are active. */
export function findSilence(dataDir: string, cwd: string, env: Environment, now: number): Silence | undefined {
  const isIgnored = () => readIgnoreFiles(cwd).wholeFolder
  return findSilenceEverywhere(dataDir, env, now) ?? (isIgnored() ? { by: '.wwignore', until: null } : undefined)
}

/** What silences them in every folder. */
export function findSilenceEverywhere(dataDir: string, { WW_OFF }: Environment, now: number): Silence | undefined {
  if (WW_OFF !== undefined && !['', '0', 'false'].includes(WW_OFF)) return { by: 'WW_OFF', until: null }
  const pause = readPause(dataDir, now)
  return pause === undefined ? undefined : { by: 'ww pause', until: pause.until }
}
