import type { Facets, Memory } from '../memory.js'
import { type Entity, entityFacets, entityText, toEntity } from '../semantic/entity.js'
import { findMention } from './mention.js'

type Source = Pick<Memory, 'id' | 'text' | 'happenedAt'>

/** The episode whose words an entity that consolidation made has for its summary. */
export function quotedFrom({ summary_from }: Facets): string | undefined {
  return typeof summary_from === 'string' ? summary_from : undefined
}

/** The same entity in the words of one of these: of the oldest that defines it, else of the oldest that names it. */
export function requoted(entity: Memory, sources: readonly Source[]) {
  const { name, entityType } = toEntity(entity)
  const mentions = [...sources]
    .sort((a, b) => a.happenedAt - b.happenedAt || (a.id < b.id ? -1 : 1))
    .map(({ id, text }) => ({ id, ...(findMention(name, text) ?? { sentence: undefined, isDefinition: false }) }))
  const best =
    mentions.find(({ isDefinition }) => isDefinition) ??
    mentions.find(({ sentence }) => sentence !== undefined) ??
    mentions[0]
  // None has a sentence about it: then there is only its name.
  const summary = best?.sentence ?? name
  const told: Entity = { name, entityType, summary, details: null }
  return {
    text: entityText(told),
    summary,
    facets: {
      ...entityFacets(told, best?.id ?? null),
      summary_from: best?.id ?? null,
      is_definition: best?.isDefinition ?? false,
    },
  }
}
