import { concepts, techniques } from './established-terms.js'
import type { NamedType } from './extraction.js'
import { technologies } from './technologies.js'

export interface KnownThing {
  readonly name: string
  readonly type: NamedType
  /** For an everyday word, the only spelling that is a name. */
  readonly only: string | undefined
}

interface Gazetteer {
  /** All spellings of a thing, by its name. */
  readonly spellings: ReadonlyMap<string, readonly string[]>
  readonly things: ReadonlyMap<string, KnownThing>
  readonly firstWords: ReadonlySet<string>
}

/** "Blue-green deployment" and "blue green deployment" have the same key. */
export const keyOf = (name: string): string => name.toLowerCase().replace(/[\s-]+/g, ' ')

let gazetteer: Gazetteer | undefined

function load(): Gazetteer {
  const things = new Map<string, KnownThing>()
  const spellings = new Map<string, readonly string[]>()
  const add = (list: string, type: NamedType) => {
    for (const entry of list.trim().split(/\s+/)) {
      const names = entry.split('=').map((name) => name.replaceAll('_', ' '))
      const bare = names.map((written) => written.replace(/!$/, ''))
      const [name] = bare
      spellings.set(name, bare)
      for (const [at, written] of names.entries()) {
        things.set(keyOf(bare[at]), { name, type, only: written === bare[at] ? undefined : bare[at] })
      }
    }
  }
  add(concepts, 'CONCEPT')
  add(techniques, 'TECHNIQUE')
  add(technologies, 'TOOL')
  return { things, spellings, firstWords: new Set(Array.from(things.keys(), (key) => key.split(' ', 1)[0]!)) }
}

/** The known thing with this name, in singular or plural. */
export function findKnown(name: string): KnownThing | undefined {
  gazetteer ??= load()
  const key = keyOf(name)
  if (!gazetteer.firstWords.has(key.split(' ', 1)[0]!)) return undefined
  const known = gazetteer.things.get(key)
  if (known !== undefined) return known
  const singular = key.endsWith('s') ? gazetteer.things.get(key.slice(0, -1)) : undefined
  return singular?.type === 'TOOL' ? undefined : singular
}

/** All spellings of the thing with this name; none when it is unknown. */
export function spellingsOf(name: string): readonly string[] {
  const known = findKnown(name)
  return known === undefined ? [] : (gazetteer?.spellings.get(known.name) ?? [])
}
