import { z } from 'zod'
import { invalid } from '../../errors.js'
import { facetsOfText } from '../../memory/facets-of-text.js'
import type { StoredMemory } from '../../memory/memory.js'
import { retell } from '../../memory/procedural/retell.js'
import { entityText, inOwnWords, toEntity } from '../../memory/semantic/entity.js'
import { clearedOfReview } from '../../memory/semantic/review.js'
import { formatTime } from '../../memory/time.js'
import { retryOnConflict } from '../changing.js'
import * as fields from '../fields.js'
import { defineOperation } from '../operation.js'
import { getInSight, idsInSight } from '../reading.js'
import { assertCurrent, supersede } from '../superseding.js'

const longestSummary = 2_000

export const correct = defineOperation({
  name: 'correct',
  summary: 'Correct a memory: the old version is closed and kept, the new text takes its place under a new id.',
  guidance:
    'Use when something remembered is wrong or no longer true. What was derived from it is flagged (`review_ids`).',
  door: 'front',
  effect: 'write',
  input: z.object({
    id: fields.anyId.describe('The memory to correct.'),
    text: fields.text(100_000).describe('What is right.'),
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
      const old = await getInSight(id, context, caller, 'id')
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
        review_ids: await idsInSight(reviewIds, context, caller),
      }
    })
  },
})

/**
 * The text where the kind keeps it: an entity's is its summary, under its name; a lesson's is what it teaches; a
 * procedure's takes the place of its steps.
 */
function rewritten(old: StoredMemory, text: string) {
  const facets = inOwnWords(clearedOfReview(old.facets))
  if (old.kind === 'entity' && old.summary !== null) {
    if (Array.from(text).length > longestSummary)
      throw invalid('text', `text must have at most ${longestSummary} characters: it is the summary of an entity`)
    const entity = { ...toEntity(old), summary: text }
    return { text: entityText(entity), summary: text, facets }
  }
  const told = { text, summary: old.summary }
  // Its name is the beginning of its text.
  if (old.kind === 'entity') return { ...told, facets: { ...facets, ...facetsOfText('entity', text) } }
  if (old.kind === 'lesson') return { ...told, facets: { ...facets, key_lesson: text } }
  return { ...told, facets: old.kind === 'procedure' ? retell(facets, text) : facets }
}
