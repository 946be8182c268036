import { z } from 'zod'
import { invalid } from '../../errors.js'
import { facetsOfText } from '../../memory/facets-of-text.js'
import type { StoredMemory } from '../../memory/memory.js'
import { correctProcedure } from '../../memory/procedural/correct-procedure.js'
import { entityText, toEntity, withoutQuoteSource } from '../../memory/semantic/entity.js'
import { withoutReview } from '../../memory/semantic/review.js'
import { formatTime } from '../../memory/time.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import type { Caller } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Composing, Using } from '../machinery/operation-context.js'
import { assertCurrent } from '../writing/assert-current.js'
import { retryOnConflict } from '../writing/change-memory.js'
import { getVisible, visibleIds } from '../writing/read-visible.js'
import { toReplacement } from '../writing/replace.js'
import { findDerived, supersede } from '../writing/supersede.js'

const maxSummaryLength = 2_000

export const correct = defineOperation({
  name: 'correct',
  summary: 'Mark a memory as outdated or wrong.',
  guidance: 'Give `text` with what is right, or `replaced_by` with the id that already says it.',
  door: 'front',
  effect: 'write',
  input: z.object({
    id: fields.anyId.describe('Its id.'),
    text: fields.text(100_000).nullish().describe('What is right.'),
    replaced_by: fields.anyId.nullish().describe('The id that already says it.'),
    answers: fields.answers,
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
  async run(
    { id, text, replaced_by, answers, reason = null },
    context: Using<MemoryGraph & MemoryReader & MemoryWriter, Composing | 'clock'>,
    caller,
  ) {
    if ((text == null) === (replaced_by == null)) throw invalid('text', 'give either text or replaced_by')
    return retryOnConflict(async () => {
      const old = await getVisible(id, context, caller, 'id')
      await assertCurrent(old, context.memories, 'id')
      if (replaced_by != null) return replaceByExisting(old, replaced_by, reason, context, caller)
      const { kind, session, project, tags, importance, happenedAt } = old
      const draft = { kind, session, project, tags, importance, happenedAt, ...rewritten(old, text ?? ''), answers }
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

/** OPS6: closes the memory in favour of one that exists, and stores nothing. */
async function replaceByExisting(
  old: StoredMemory,
  by: readonly string[],
  reason: string | null,
  context: Using<MemoryGraph & MemoryWriter & MemoryReader, 'clock'>,
  caller: Caller,
) {
  const replacing = await getVisible(by, context, caller, 'replaced_by')
  if (replacing.id === old.id) throw invalid('replaced_by', `${old.id} cannot replace itself`)
  await assertCurrent(replacing, context.memories, 'replaced_by')
  const now = context.clock.now()
  const { change, review, connect } = toReplacement([old], replacing.id, now)
  const withReason = reason === null ? change : [{ ...change[0], facets: { ...old.facets, correction_reason: reason } }]
  const reviewIds = await findDerived([old.id], context.memories)
  await context.memories.commit({
    at: now,
    expect: [{ id: replacing.id, version: replacing.version }],
    change: withReason,
    review,
    connect,
  })
  return {
    old_id: old.id,
    new_id: replacing.id,
    kind: old.kind,
    valid_from: formatTime(now),
    review_ids: await visibleIds(reviewIds, context, caller),
  }
}

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
