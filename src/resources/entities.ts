import { entityTypes } from '../memory/memory.js'
import { toEntity } from '../memory/semantic/entity.js'
import { formatTime } from '../memory/time.js'
import { scopeOf } from '../operations/machinery/caller.js'
import * as fields from '../operations/machinery/fields.js'
import type { Using } from '../operations/machinery/operation-context.js'
import { toReviewFields } from '../operations/recall/review.js'
import type { MemoryReader } from '../ports/store/read.js'
import { readNewest } from './newest.js'
import { defineResource } from './resource.js'

export const entities = defineResource({
  name: 'entities',
  title: 'Entities by type',
  description: 'The newest 100 current entities of a type.',
  uriTemplate: 'memory://entities/{entity_type}',
  argument: fields.entityType,
  values: async () => entityTypes,
  async read(entity_type, context: Using<MemoryReader>, caller) {
    const filter = { ...scopeOf(caller), kinds: ['entity'] as const, facets: { entity_type } }
    const { page, items } = await readNewest(
      filter,
      (memory) => {
        const { name, summary } = toEntity(memory)
        return {
          id: memory.id,
          name,
          entity_type,
          content: summary,
          created_at: formatTime(memory.recordedAt),
          session_id: memory.session,
          project: memory.project,
          ...toReviewFields(memory),
        }
      },
      context,
    )
    return { entity_type, ...page, entities: items.map(({ content, ...item }) => ({ ...item, summary: content })) }
  },
  shows: ({ kind, facets }) => (kind === 'entity' ? String(facets.entity_type) : undefined),
})
