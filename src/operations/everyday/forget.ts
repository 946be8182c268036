import { z } from 'zod'
import { invalid, notFound } from '../../errors.js'
import type { StoredMemory } from '../../memory/memory.js'
import type { MemoryFilter } from '../../ports/store/filter.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { TreatedBackup } from '../../ports/store/write.js'
import { excerptOf } from '../erasure/excerpt.js'
import { planErasure } from '../erasure/plan-erasure.js'
import { requote } from '../erasure/requote.js'
import { toReviewChanges } from '../erasure/review-survivors.js'
import { cancelUnanswered, findUnanswered } from '../erasure/unanswered.js'
import { assertMayAskAbout } from '../machinery/authorise.js'
import { type Caller, isVisible, scopeOf } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Using } from '../machinery/operation-context.js'
import { retryOnConflict } from '../writing/change-memory.js'
import { visibleIds } from '../writing/read-visible.js'

/** How many memories a preview shows; the ids are complete. */
const maxShown = 20

/** A derived memory that is rewritten from its remaining sources; `new_id` is set once that is done. */
const rewritten = z.object({ id: z.string(), new_id: z.string().optional() })
type Rewritten = z.output<typeof rewritten>

export const forget = defineOperation({
  name: 'forget',
  summary: 'Erase memories for good: every version, and what was derived from them alone.',
  guidance:
    'Only when the user asks; `correct` is for what is merely wrong. Shows what would go until `dry_run` is false. No undo.',
  door: 'front',
  effect: 'erase',
  input: z.object({
    ids: z.array(fields.anyId).min(1).max(1_000).nullish().describe('Ids of memories.'),
    session_filter: fields.sessionFilter,
    tags: fields.tags.min(1).nullish().describe('Only with all of these tags.'),
    before: fields.time.nullish().describe('Only from before this ISO time.'),
    key: fields.keyId.nullish().describe('Only what this key wrote.'),
    keep_derived: fields.withDefault(z.boolean(), false).describe('Keep derived ones; flag them.'),
    dry_run: fields.withDefault(z.boolean(), true).describe('Only show what would go.'),
  }),
  output: z.object({
    dry_run: z.boolean(),
    /** Items in `ids`, `derived_ids` and `message_ids`. */
    count: z.int(),
    ids: z.array(z.string()),
    derived_ids: z.array(z.string()),
    /** Unanswered questions of conversations: stored, but not memories yet. */
    message_ids: z.array(z.string()),
    review_ids: z.array(z.string()),
    /** With `key`: memories of others that it changed, which stay. */
    changed_ids: z.array(z.string()).optional(),
    rewritten: z.array(rewritten),
    backups: fields.treatedBackups,
    preview: z.array(z.object({ id: z.string(), kind: fields.kind, excerpt: z.string() })).optional(),
  }),
  commandLine: {
    positional: ['ids'],
    confirm: { field: 'dry_run', option: 'yes' },
    examples: [
      '--tags scratch',
      '--key 0123456789ab',
      '--session-filter trial-run --before 2026-01-01T00:00:00Z --yes',
    ],
  },
  run: (input, context, caller) =>
    retryOnConflict(async () => {
      const { memories, clock } = context
      const limits = {
        keepsDerived: input.keep_derived,
        mayErase: (memory: StoredMemory) => isVisible(memory, caller),
      }
      const byKey = input.key == null ? undefined : await writtenByKey(input.key, context)
      const matching = await findMatching(input, byKey?.written, context, caller)
      const { ids, derivedIds, quoting, survivors } = await planErasure(matching, limits, memories)
      const at = clock.now()
      const change = await toReviewChanges(survivors, at, memories)
      const flagged = change.map(({ id }) => id)
      const erased = [...ids, ...derivedIds]
      const unanswered = await findUnanswered(input, context, caller)
      const answer = {
        dry_run: input.dry_run,
        count: erased.length + unanswered.length,
        ids: [...ids],
        derived_ids: [...derivedIds],
        message_ids: unanswered.map(({ messageId }) => messageId),
        review_ids: await visibleIds(flagged, context, caller),
        ...(byKey === undefined ? {} : { changed_ids: await visibleIds(byKey.changed, context, caller) }),
        rewritten: quoting.map(({ memory: { id } }): Rewritten => ({ id })),
        backups: [] as TreatedBackup[],
      }
      if (input.dry_run) return { ...answer, preview: await preview(erased, context) }
      await cancelUnanswered(unanswered, context)
      const { successors, replaceWith } = await requote(quoting, new Set(erased), at, context)
      return {
        ...answer,
        review_ids: [...answer.review_ids, ...successors.values()],
        rewritten: Array.from(successors, ([id, new_id]): Rewritten => ({ id, new_id })),
        backups: [...(await memories.erase({ at, ids: [...erased, ...answer.message_ids], change, replaceWith }))],
      }
    }),
})

interface Criteria {
  readonly ids?: readonly (readonly string[])[] | null
  readonly session_filter?: string | null
  readonly tags?: readonly string[] | null
  readonly before?: number | null
}

/** OPS4: finds all memories that meet every criterion, be they current, closed, hidden or archived. */
async function findMatching(
  criteria: Criteria,
  written: readonly string[] | undefined,
  context: Using<MemoryReader>,
  caller: Caller,
): Promise<string[]> {
  const { ids, session_filter, tags, before } = criteria
  if (ids == null && session_filter == null && tags == null && before == null && written === undefined) {
    throw invalid('ids', 'ids, session_filter, tags, before or key must say what to forget')
  }
  const isWritten = new Set(written)
  if (ids != null) {
    const named = await getNamed(ids, session_filter, context, caller)
    return named
      .filter((memory) => (tags ?? []).every((tag) => memory.tags.includes(tag)))
      .filter(({ happenedAt }) => happenedAt < (before ?? Number.POSITIVE_INFINITY))
      .filter(({ id }) => written === undefined || isWritten.has(id))
      .map(({ id }) => id)
  }
  if (written !== undefined && session_filter == null && tags == null && before == null) {
    return visibleIds(written, context, caller)
  }
  const found = await findAll(
    {
      ...scopeOf(caller, session_filter),
      ...(tags == null ? {} : { tags }),
      ...(before == null ? {} : { happenedTo: before - 1 }),
      includeClosed: true,
    },
    context,
  )
  return written === undefined ? found : found.filter((id) => isWritten.has(id))
}

/** The memories that the key wrote, and those of others that it changed. */
async function writtenByKey(key: string, { memories, access }: Using<MemoryReader, 'access'>) {
  assertMayAskAbout(key, access)
  const all = await memories.writtenBy(key)
  return {
    written: all.filter(({ isAuthor }) => isAuthor).map(({ id }) => id),
    changed: all.filter(({ isAuthor }) => !isAuthor).map(({ id }) => id),
  }
}

/** COM3: an id outside the scope is `not_found`, and nothing is erased. */
async function getNamed(
  ids: readonly (readonly string[])[],
  sessionFilter: string | null | undefined,
  { memories }: Using<MemoryReader>,
  caller: Caller,
): Promise<StoredMemory[]> {
  const found = (await memories.get(ids.flat())).filter((memory) => memory !== undefined)
  const byId = new Map(found.map((memory) => [memory.id, memory]))
  return ids.map((possible) => {
    const memory = possible.map((id) => byId.get(id)).find((each) => each && isVisible(each, caller, sessionFilter))
    // A bare UUID may be an id of any kind.
    const typed = possible.length === 1 ? possible[0] : possible[0].replace(/^[a-z]+-/, '')
    if (memory === undefined) throw notFound(`Memory ${typed}`, 'ids')
    return memory
  })
}

/** A query also reads the texts: pages bound how many are in memory. */
const pageSize = 10_000

async function findAll(filter: MemoryFilter, { memories }: Using<MemoryReader>): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const page = await memories.query(filter, { offset: ids.length, limit: pageSize })
    ids.push(...page.memories.map(({ id }) => id))
    if (page.memories.length < pageSize) return ids
  }
}

async function preview(ids: readonly string[], { memories }: Using<MemoryReader>) {
  const found = await memories.get(ids.slice(0, maxShown))
  return found.flatMap((memory) =>
    memory === undefined ? [] : [{ id: memory.id, kind: memory.kind, excerpt: excerptOf(memory.text) }],
  )
}
