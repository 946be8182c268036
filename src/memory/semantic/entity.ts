import type { entityTypes, Facets, Memory } from '../memory.js'
import { nodeKey } from '../workspace/planners/graph/triples.js'

export type EntityType = (typeof entityTypes)[number]

export interface Entity {
  readonly name: string
  readonly entityType: EntityType
  readonly summary: string
  readonly details: string | null
}

/** SEM1: one current entity for this, in a session. */
export function entityKey(name: string, entityType: EntityType): string {
  return `${entityType} ${nameKey(name)}`
}

/** Whatever it was taken for: one name, in one session, is mostly one thing. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase()

/** What recall looks at. The parts themselves are kept beside it, byte for byte. */
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
    // GWT9: what a question finds it by.
    node_key: nodeKey(name),
    details,
    source,
  }
}

/** Also of one that was only told as a text: its summary is the text. */
export function toEntity({ facets, summary, text }: Pick<Memory, 'facets' | 'summary' | 'text'>): Entity {
  return {
    name: typeof facets.name === 'string' ? facets.name : text,
    // An entity is never stored without its type.
    entityType: facets.entity_type as EntityType,
    summary: summary ?? text,
    details: typeof facets.details === 'string' ? facets.details : null,
  }
}

/** Told by somebody: no longer in the words of the episode that consolidation took it from. */
export function inOwnWords({ summary_from: _, is_definition: __, ...facets }: Facets): Facets {
  return facets
}
