import { z } from 'zod'
import { entityText, toEntity, withoutQuoteSource } from '../../memory/semantic/entity.js'
import { withoutReview } from '../../memory/semantic/review.js'
import { formatTime } from '../../memory/time.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Composing, Using } from '../machinery/operation-context.js'
import { assertCurrent } from '../writing/assert-current.js'
import { retryOnConflict } from '../writing/change-memory.js'
import { getVisible, visibleIds } from '../writing/read-visible.js'
import { supersede } from '../writing/supersede.js'

export const supersedeFact = defineOperation({
  name: 'supersede_fact',
  summary: 'Replace what is known about an entity: the old version is closed and kept, a new one begins.',
  guidance:
    'Use when a fact has changed, or to confirm one that needs review. Everything derived from the old version is flagged for review (`review_ids`).',
  door: 'memory',
  effect: 'write',
  input: z.object({
    entity_id: fields.entityId.describe('The current version.'),
    new_summary: fields.text(2_000).describe('What is true now.'),
    new_details: fields.text(100_000).nullish().describe('More; the old details stay if left out.'),
  }),
  output: z.object({
    old_id: z.string(),
    new_id: z.string(),
    name: z.string(),
    summary: z.string(),
    valid_from: fields.timestamp,
    review_ids: z.array(z.string()),
  }),
  commandLine: { command: 'entity supersede', positional: ['entity_id', 'new_summary'], examples: [] },
  async run(
    { entity_id, new_summary, new_details },
    context: Using<MemoryGraph & MemoryReader & MemoryWriter, Composing | 'clock'>,
    caller,
  ) {
    return retryOnConflict(async () => {
      const old = await getVisible(entity_id, context, caller, 'entity_id')
      await assertCurrent(old, context.memories, 'entity_id')
      const before = toEntity(old)
      const entity = { ...before, summary: new_summary, details: new_details ?? before.details }
      const { session, project, tags, importance } = old
      const { id, validFrom, reviewIds } = await supersede(
        old,
        {
          kind: 'entity',
          session,
          project,
          tags,
          importance,
          text: entityText(entity),
          summary: new_summary,
          facets: { ...withoutQuoteSource(withoutReview(old.facets)), details: entity.details },
          happenedAt: null,
        },
        context,
      )
      return {
        old_id: old.id,
        new_id: id,
        name: entity.name,
        summary: new_summary,
        valid_from: formatTime(validFrom),
        review_ids: await visibleIds(reviewIds, context, caller),
      }
    })
  },
})
