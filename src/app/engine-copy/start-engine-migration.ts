import type { MigratedEngine, MoveOptions } from '../../surfaces/cli/engine-copy/move-command.js'
import { type Environment, readRootDir } from '../configuration/data-dir.js'
import { migrateEngine } from './migrate-engine.js'
import { openPlace } from './place.js'

interface AskedMove extends MoveOptions {
  readonly tenant?: string
  readonly onProgress: (share: number, words: string) => void
}

/** `ww move`: by default from the store in use. */
export async function startEngineMigration(
  { from, to, tenant, restart = false, onProgress }: AskedMove,
  env: Environment,
  cwd: string,
  home: string,
): Promise<MigratedEngine> {
  const current = () => env.WW_DATABASE_URL || readRootDir(env, cwd, process.platform, home)
  const here = openPlace(from ?? current(), from === undefined ? 'WW_DATABASE_URL' : '--from', cwd, home)
  const there = openPlace(to, '--to', cwd, home)
  try {
    return await migrateEngine(here, there, { restart, onProgress, ...(tenant ? { tenant } : {}) })
  } finally {
    for (const place of [here, there]) {
      await place.keys.close()
      await place.close()
    }
  }
}
