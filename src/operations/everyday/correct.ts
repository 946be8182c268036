import { z } from 'zod'
import { invalid } from '../../errors.js'
import { facetsOfText } from '../../memory/facets-of-text.js'
import type { StoredMemory } from '../../memory/memory.js'
import { correctProcedure } from '../../memory/procedural/correct-procedure.js'
import { entityText, toEntity, withoutQuoteSource } from '../../memory/semantic/entity.js'
import { withoutReview } from '../../memory/semantic/review.js'
import { formatTime } from '../../memory/time.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import { retryOnConflict } from '../writing/change-memory.js'
import { getVisible, visibleIds } from '../writing/read-visible.js'
import { assertCurrent, supersede } from '../writing/supersede.js'

const maxSummaryLength = 2_000

export const correct = defineOperation({
  name: 'correct',
  summary: 'Correct a memory: the old version is closed and kept, the new text takes its place under a new id.',
  guidance:
    'Use when something remembered is wrong or no longer true. What was derived from it is flagged (`review_ids`).',
  door: 'front',
  effect: 'write',
  input: z.object({
    id: fields.anyId.describe('The memory to correct.'),
    text: fields.text(100_000).describe('The corrected text.'),
    reason: fields.text(2_000).nullish().describe('Why it changed.'),
  }),
  output: z.object({
    old_id: z.string(),
    new_id: z.string(),
    kind: fields.kind,
    valid_from: fields.timestamp,
    review_ids: z.array(z.string()),
  }),
  commandLine: { positional: ['id', 'text'], examples: [] },
  async run({ id, text, reason = null }, context, caller) {
    return retryOnConflict(async () => {
      const old = await getVisible(id, context, caller, 'id')
      await assertCurrent(old, context.memories, 'id')
      const { kind, session, project, tags, importance, happenedAt } = old
      const draft = { kind, session, project, tags, importance, happenedAt, ...rewritten(old, text) }
      const facets = { ...draft.facets, correction_reason: reason }
      const { id: newId, validFrom, reviewIds } = await supersede(old, { ...draft, facets }, context)
      return {
        old_id: old.id,
        new_id: newId,
        kind,
        valid_from: formatTime(validFrom),
        review_ids: await visibleIds(reviewIds, context, caller),
      }
    })
  },
})

/**
 * Puts the text where the kind stores it: in an entity's summary, in a lesson's key lesson, in place of a procedure's
 * steps.
 */
function rewritten(old: StoredMemory, text: string) {
  const facets = withoutQuoteSource(withoutReview(old.facets))
  if (old.kind === 'entity' && old.summary !== null) {
    if (Array.from(text).length > maxSummaryLength)
      throw invalid('text', `text must have at most ${maxSummaryLength} characters: it is the summary of an entity`)
    const entity = { ...toEntity(old), summary: text }
    return { text: entityText(entity), summary: text, facets }
  }
  const corrected = { text, summary: old.summary }
  // Without a summary, an entity's name is the beginning of its text.
  if (old.kind === 'entity') return { ...corrected, facets: { ...facets, ...facetsOfText('entity', text) } }
  if (old.kind === 'lesson') return { ...corrected, facets: { ...facets, key_lesson: text } }
  return { ...corrected, facets: old.kind === 'procedure' ? correctProcedure(facets, text) : facets }
}
