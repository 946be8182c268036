import { homedir } from 'node:os'
import type { MovedHouse } from '../../surfaces/cli/moving/move-command.js'
import { type Environment, readRootDir } from '../data-dir.js'
import { moveHouse } from './move-house.js'
import { openPlace } from './place.js'

interface AskedMove {
  readonly from?: string | undefined
  readonly to: string
  readonly restart: boolean
  readonly tenant?: string | undefined
  readonly onProgress: (share: number, words: string) => void
}

/** `ww move`: from where memories are kept now, unless told. */
export async function startMove({ from, to, tenant, ...options }: AskedMove, env: Environment): Promise<MovedHouse> {
  const [cwd, home] = [process.cwd(), homedir()]
  const usual = () => env.WW_DATABASE_URL || readRootDir(env, cwd, process.platform, home)
  const here = openPlace(from ?? usual(), from === undefined ? 'WW_DATABASE_URL' : '--from', cwd, home)
  const there = openPlace(to, '--to', cwd, home)
  try {
    return await moveHouse(here, there, { ...options, ...(tenant ? { tenant } : {}) })
  } finally {
    for (const place of [here, there]) {
      await place.keys.close()
      await place.close()
    }
  }
}
