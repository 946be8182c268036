import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The worlds of `data/daily`, as far as they are there. */
export const sharedWorlds = (data) =>
  ['founder', 'bakery', 'freiberuflerin']
    .map((name) => ({ name, path: join(data, 'daily', `${name}.json`) }))
    .filter(({ path }) => existsSync(path))
    .map(({ name, path }) => ({ name, ...JSON.parse(readFileSync(path, 'utf8')) }))
