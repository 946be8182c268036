import { groupBy } from '../../group-by.js'
import type { ExtractedEntity, NamedType } from './extraction.js'
import { findKnown, keyOf } from './gazetteer.js'

/** One naming of a thing. */
export interface Naming {
  readonly surface: string
  readonly name: string
  /** Undefined when there is no evidence for a type. */
  readonly type: NamedType | undefined
}

/** "Postgres" and "PostgreSQL" have the same key, and so do spellings that differ in case. */
const namingKey = (name: string): string => keyOf(findKnown(name)?.name ?? name)

export interface NamedThings {
  readonly entities: readonly ExtractedEntity[]
  /** The entity's name for any of its names. */
  readonly nameOf: (name: string) => string
}

/** Groups the namings of each thing, in order of first appearance. */
export function joinNamings(namings: readonly Naming[]): NamedThings {
  const fullNames = new Map<string, string>()
  for (const { name, type } of namings) {
    if (type !== 'PERSON') continue
    const parts = namingKey(name).split(' ')
    if (parts.length > 1) for (const part of parts) fullNames.set(part, namingKey(name))
  }
  // "Sarah" is Sarah Chen when both names occur.
  const resolve = (name: string) => fullNames.get(namingKey(name)) ?? namingKey(name)

  const groups = groupBy(namings, ({ name }) => resolve(name))
  const entities = new Map(Array.from(groups, ([key, group]) => [key, toEntity(key, group)]))
  return { entities: [...entities.values()], nameOf: (name) => entities.get(resolve(name))?.name ?? name }
}

function toEntity(key: string, group: readonly Naming[]): ExtractedEntity {
  // A first name alone does not decide how the full name is written.
  const whole = group.filter(({ name }) => namingKey(name) === key)
  const types = group.flatMap((naming) => naming.type ?? [])
  const type = types.length === 0 ? 'CONCEPT' : mostFrequent(types)
  const known = findKnown(key)
  return {
    // A project may be called "spring".
    name: known?.type === type ? known.name : mostFrequent(whole.map(({ name }) => name)),
    type,
    mentions: group.map(({ surface }) => surface),
  }
}

/** Ties go to the first. */
function mostFrequent<Value>(values: readonly Value[]): Value {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}
