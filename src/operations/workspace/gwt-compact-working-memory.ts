import { z } from 'zod'
import type { StoredMemory } from '../../memory/memory.js'
import { keepContent } from '../../memory/workspace/kept-memory.js'
import { ownTags } from '../../memory/workspace/records/own-writing.js'
import { summariseNotes } from '../../memory/workspace/summarise-notes.js'
import type { NewMemory } from '../../ports/memory-store.js'
import { homeOf } from '../caller.js'
import { retryOnConflict } from '../changing.js'
import * as fields from '../fields.js'
import { defineOperation } from '../operation.js'
import type { OperationContext } from '../operation-context.js'
import { compose } from '../writing.js'
import { assertConfirmed, confirmField } from './keeping/confirmation.js'
import { keepLines } from './keeping/kept-lines.js'
import { replaceKept } from './keeping/replace-kept.js'
import { namespaceTags } from './namespace.js'
import { takenKeys } from './taken-keys.js'

const requiredConfirm = 'COMPACT_WORKING'
const importance = 0.5

export const gwtCompactWorkingMemory = defineOperation({
  name: 'gwt_compact_working_memory',
  summary: 'Keep the newest working notes of this session and project, and one summary of the others.',
  guidance: `Shows what would go unless dry_run is false and confirm is "${requiredConfirm}"; then answers a backup of it.`,
  door: 'workspace',
  effect: 'erase',
  input: z.object({
    max_items: fields.withDefault(z.int().min(0), 20).describe('How many notes to keep.'),
    dry_run: fields.withDefault(z.boolean(), true).describe('Only show what would go.'),
    confirm: confirmField,
  }),
  output: z.object({
    status: z.enum(['dry_run', 'compacted', 'empty']),
    max_items: z.int(),
    keep_count: z.int(),
    compact_count: z.int(),
    candidate_ids: z.array(z.string()),
    /** JSON Lines of all that was deleted; null when nothing was. */
    backup: z.string().nullable(),
    summary_id: z.string().optional(),
    backup_files: z
      .array(z.object({ path: z.string(), action: z.enum(['rewritten', 'deleted', 'missing']) }))
      .optional(),
    warning: z.string().optional(),
  }),
  commandLine: {
    command: 'mind compact',
    confirm: { field: 'dry_run', option: 'yes' },
    examples: ['', '--max-items 5 --yes --confirm COMPACT_WORKING'],
  },
  async run({ max_items, dry_run, confirm }, context, caller) {
    const home = homeOf(caller)
    if (!dry_run) assertConfirmed(confirm, requiredConfirm, { max_items })
    return retryOnConflict(async () => {
      const seq = await context.memories.newestSeq()
      const { total, notes } = await findBeyond(max_items, home, context)
      const found = {
        max_items,
        keep_count: total - notes.length,
        compact_count: notes.length,
        candidate_ids: notes.map(({ id }) => id),
      }
      if (notes.length === 0) return { status: 'empty' as const, ...found, backup: null }
      if (dry_run) return { status: 'dry_run' as const, ...found, backup: null }
      const going = new Set(found.candidate_ids)
      const { jsonl } = await keepLines(context, caller, ({ id }) => going.has(id))
      const summary = await summarise(notes, home, context)
      const { files, ...rest } = await replaceKept({ ids: found.candidate_ids, seq, with: { add: [summary] } }, context)
      const summary_id = summary.memory.id
      return { status: 'compacted' as const, ...found, backup: jsonl, summary_id, backup_files: [...files], ...rest }
    })
  },
})

type Home = ReturnType<typeof homeOf>

/**
 * Exactly of this session and project, though the caller may see others: their notes in a summary of ours would be seen
 * by whoever sees ours, and missed by whoever saw theirs.
 */
async function findBeyond(most: number, { session, project }: Home, { memories }: OperationContext) {
  const filter = { kinds: ['note'] as const, session, ofProject: project }
  const { total } = await memories.query(filter, { offset: 0, limit: 0 })
  if (total <= most) return { total, notes: [] }
  const { memories: notes } = await memories.query(filter, { offset: most, limit: total - most })
  return { total, notes }
}

async function summarise(notes: readonly StoredMemory[], home: Home, context: OperationContext): Promise<NewMemory> {
  const text = summariseNotes(notes.map(withoutAnswer))
  const tags = [ownTags.summary, ...namespaceTags(context.namespace)]
  const kept = keepContent('semantic', text, tags, await takenKeys('semantic', text, tags, home, context))
  const draft = { ...home, ...kept, tags, importance, happenedAt: null, source: 'workspace', uniqueFacet: 'key' }
  return compose(draft, context.clock.now(), context)
}

/** OPS4: the summary does not go with what an answer was read from, so it must not quote it. */
function withoutAnswer(note: StoredMemory): StoredMemory {
  const { answer } = note.facets
  return typeof answer === 'string' && note.text.endsWith(` ${answer}`)
    ? { ...note, text: note.text.slice(0, -answer.length).trimEnd() }
    : note
}
