import { isJsonObject } from '../../plain-object.js'
import type { Facets, Json, JsonObject, Kind } from '../memory.js'

/** The other memory of a pair that a review settled (OPS7). */
const everyKind = ['reviewed.with'] as const

/** The facets of each kind that reference other memories; `list.key` is a key of each object in a list. */
const references: Readonly<Record<Kind, readonly string[]>> = {
  episode: [...everyKind],
  note: [...everyKind],
  entity: ['source', 'summary_from', ...everyKind],
  procedure: ['merged_into', 'runs.lesson', 'variants.from', ...everyKind],
  lesson: ['superseded_by', ...everyKind],
}

/** The ids that the facets reference. */
export function referencesIn(kind: Kind, facets: Facets): string[] {
  const found: string[] = []
  renameReferences(kind, facets, (id) => {
    found.push(id)
    return id
  })
  return found
}

/** The facets with renamed ids; the user's own keys stay unchanged. */
export function renameReferences(kind: Kind, facets: Facets, rename: (id: string) => string): Facets {
  return references[kind].reduce((renamed, path) => renameAt(renamed, path.split('.'), rename), facets)
}

function renameAt(value: JsonObject, [key, inner]: readonly string[], rename: (id: string) => string): JsonObject {
  const stored = value[key]
  if (stored === undefined) return value
  const renameOne = (each: Json) => (isJsonObject(each) ? renameAt(each, [inner], rename) : each)
  if (inner === undefined) return typeof stored === 'string' ? { ...value, [key]: rename(stored) } : value
  return Array.isArray(stored) ? { ...value, [key]: stored.map(renameOne) } : value
}
