import { existsSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import type { StartedServer } from '../../adapters/clients/configured-server.js'
import { isObject } from '../../plain-object.js'

/** The version that an entry starts; `newest` is whatever npm has then. Undefined for a program that is gone or unknown. */
export function versionOf({ args }: StartedServer): string | undefined {
  for (const word of args) {
    const [, pinned] = /^world-weaver(?:@(.+))?$/.exec(word) ?? []
    if (pinned !== undefined) return pinned
    if (word === 'world-weaver') return 'newest'
    if (/main\.js$/.test(word) && isAbsolute(word)) return versionOfProgram(word)
  }
  return undefined
}

/** `dist/app/main.js` is two folders below its package. */
function versionOfProgram(program: string): string | undefined {
  const manifest = join(dirname(program), '..', '..', 'package.json')
  if (!existsSync(manifest)) return undefined
  try {
    const found: unknown = JSON.parse(readFileSync(manifest, 'utf8'))
    return isObject(found) && found.name === 'world-weaver' ? String(found.version) : undefined
  } catch {
    return undefined
  }
}
