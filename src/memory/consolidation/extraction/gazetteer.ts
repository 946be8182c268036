import { concepts, techniques } from './established-terms.js'
import type { NamedType } from './extraction.js'
import { technologies } from './technologies.js'

export interface KnownThing {
  readonly name: string
  readonly type: NamedType
  /** For an everyday word, the one spelling that counts. */
  readonly only: string | undefined
}

interface Gazetteer {
  /** Every way to write a thing, by its name. */
  readonly spellings: ReadonlyMap<string, readonly string[]>
  readonly things: ReadonlyMap<string, KnownThing>
  readonly firstWords: ReadonlySet<string>
}

/** "Blue-green deployment" and "blue green deployment" are one. */
export const keyOf = (name: string): string => name.toLowerCase().replace(/[\s-]+/g, ' ')

let gazetteer: Gazetteer | undefined

function load(): Gazetteer {
  const things = new Map<string, KnownThing>()
  const spellings = new Map<string, readonly string[]>()
  const add = (list: string, type: NamedType) => {
    for (const entry of list.trim().split(/\s+/)) {
      const names = entry.split('=').map((name) => name.replaceAll('_', ' '))
      const name = names[0]!.replace(/!$/, '')
      spellings.set(
        name,
        names.map((written) => written.replace(/!$/, '')),
      )
      for (const written of names) {
        const bare = written.replace(/!$/, '')
        things.set(keyOf(bare), { name, type, only: written === bare ? undefined : bare })
      }
    }
  }
  add(concepts, 'CONCEPT')
  add(techniques, 'TECHNIQUE')
  add(technologies, 'TOOL')
  return { things, spellings, firstWords: new Set(Array.from(things.keys(), (key) => key.split(' ', 1)[0]!)) }
}

/** What is known under this name, be it singular or plural. */
export function findKnown(name: string): KnownThing | undefined {
  gazetteer ??= load()
  const key = keyOf(name)
  if (!gazetteer.firstWords.has(key.split(' ', 1)[0]!)) return undefined
  const known = gazetteer.things.get(key)
  if (known !== undefined) return known
  const singular = key.endsWith('s') ? gazetteer.things.get(key.slice(0, -1)) : undefined
  return singular?.type === 'TOOL' ? undefined : singular
}

/** All names that the thing called so goes by; none when it is not known. */
export function spellingsOf(name: string): readonly string[] {
  const known = findKnown(name)
  return known === undefined ? [] : (gazetteer?.spellings.get(known.name) ?? [])
}
