import { isJsonObject } from '../is-object.js'
import type { Facets, Json, JsonObject, Kind } from '../memory.js'

/** Where the facets of a kind name other memories; `list.key` is the key of each object in a list. */
const references: Readonly<Record<Kind, readonly string[]>> = {
  episode: [],
  note: [],
  entity: ['source', 'summary_from'],
  procedure: ['merged_into', 'runs.lesson', 'variants.from'],
  lesson: ['superseded_by'],
}

/** Whether facets of the kind can name other memories. */
export const canNameOthers = (kind: Kind): boolean => references[kind].length > 0

/** The ids that the facets name. */
export function referencesIn(kind: Kind, facets: Facets): string[] {
  const found: string[] = []
  renameReferences(kind, facets, (id) => {
    found.push(id)
    return id
  })
  return found
}

/** The same facets with other ids; keys that are the teller's own are left alone. */
export function renameReferences(kind: Kind, facets: Facets, rename: (id: string) => string): Facets {
  return references[kind].reduce((renamed, path) => renameAt(renamed, path.split('.'), rename), facets)
}

function renameAt(value: JsonObject, [key, inner]: readonly string[], rename: (id: string) => string): JsonObject {
  const told = value[key]
  if (told === undefined) return value
  const renameOne = (each: Json) => (isJsonObject(each) ? renameAt(each, [inner], rename) : each)
  if (inner === undefined) return typeof told === 'string' ? { ...value, [key]: rename(told) } : value
  return Array.isArray(told) ? { ...value, [key]: told.map(renameOne) } : value
}
