import type { entityTypes, Facets, Memory } from '../memory.js'
import { nodeKey } from '../workspace/planners/graph/triples.js'

export type EntityType = (typeof entityTypes)[number]

export interface Entity {
  readonly name: string
  readonly entityType: EntityType
  readonly summary: string
  readonly details: string | null
}

/** SEM1: a session has one current entity per key. */
export function entityKey(name: string, entityType: EntityType): string {
  return `${entityType} ${nameKey(name)}`
}

/**
 * The key of a name whatever its type: within a session one name usually means one thing. Case and white space do not
 * distinguish names.
 */
export const nameKey = (name: string): string => name.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase()

/** The text that recall searches. The parts are also stored separately, byte for byte. */
export function entityText({ name, summary, details }: Entity): string {
  const head = `${name}: ${summary}`
  return details === null ? head : `${head}\n\n${details}`
}

export function entityFacets(
  { name, entityType, details }: Pick<Entity, 'name' | 'entityType' | 'details'>,
  source: string | null,
): Facets {
  return {
    name,
    entity_type: entityType,
    key: entityKey(name, entityType),
    name_key: nameKey(name),
    // GWT9: the key that graph questions look up.
    node_key: nodeKey(name),
    details,
    source,
  }
}

/** Reads a stored entity; the text is the summary of one that was stored as text only. */
export function toEntity({ facets, summary, text }: Pick<Memory, 'facets' | 'summary' | 'text'>): Entity {
  return {
    name: typeof facets.name === 'string' ? facets.name : text,
    // An entity is never stored without its type.
    entityType: facets.entity_type as EntityType,
    summary: summary ?? text,
    details: typeof facets.details === 'string' ? facets.details : null,
  }
}

/** The facets of an entity that was rewritten: its summary no longer quotes an episode. */
export function withoutQuoteSource({ summary_from: _, is_definition: __, ...facets }: Facets): Facets {
  return facets
}
