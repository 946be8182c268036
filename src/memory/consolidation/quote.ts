import type { Facets, Memory } from '../memory.js'
import { type Entity, entityFacets, entityText, toEntity } from '../semantic/entity.js'
import { findMention } from './mention.js'

type Source = Pick<Memory, 'id' | 'text' | 'happenedAt'>

/** The episode that an entity's summary quotes, if consolidation created the entity. */
export function quoteSource({ summary_from }: Facets): string | undefined {
  return typeof summary_from === 'string' ? summary_from : undefined
}

/** The entity with a summary from another source: the oldest that defines it, else the oldest that names it. */
export function requoteEntity(entity: Memory, sources: readonly Source[]) {
  const { name, entityType } = toEntity(entity)
  const mentions = [...sources]
    .sort((a, b) => a.happenedAt - b.happenedAt || (a.id < b.id ? -1 : 1))
    .map(({ id, text }) => ({ id, ...(findMention(name, text) ?? { sentence: undefined, isDefinition: false }) }))
  const best =
    mentions.find(({ isDefinition }) => isDefinition) ??
    mentions.find(({ sentence }) => sentence !== undefined) ??
    mentions[0]
  // Without a sentence about it, the summary is its name.
  const summary = best?.sentence ?? name
  const rewritten: Entity = { name, entityType, summary, details: null }
  return {
    text: entityText(rewritten),
    summary,
    facets: {
      ...entityFacets(rewritten, best?.id ?? null),
      summary_from: best?.id ?? null,
      is_definition: best?.isDefinition ?? false,
    },
  }
}
