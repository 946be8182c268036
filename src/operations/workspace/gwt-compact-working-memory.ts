import { z } from 'zod'
import type { StoredMemory } from '../../memory/memory.js'
import { leastTrusted, trustOf } from '../../memory/trust/trust.js'
import { draftMemory } from '../../memory/workspace/memory-draft.js'
import { workspaceTags } from '../../memory/workspace/records/workspace-tags.js'
import { summariseNotes } from '../../memory/workspace/summarise-notes.js'
import type { ChangeFeed } from '../../ports/store/follow.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemoryWriter, NewMemory } from '../../ports/store/write.js'
import { writeScope } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Composing, Using } from '../machinery/operation-context.js'
import { runInSlices } from '../machinery/run-in-slices.js'
import { retryOnConflict } from '../writing/change-memory.js'
import { compose } from '../writing/write-memory.js'
import { assertConfirmed, confirmField } from './backup/confirmation.js'
import { exportJsonl } from './backup/export-lines.js'
import { replaceMemories } from './backup/replace-memories.js'
import { namespaceTags } from './cycle/namespace.js'
import { takenKeys } from './cycle/taken-keys.js'

const requiredConfirm = 'COMPACT_WORKING'
const importance = 0.5

export const gwtCompactWorkingMemory = defineOperation({
  name: 'gwt_compact_working_memory',
  summary: 'Keep the newest working notes of this session and project, and one summary of the others.',
  guidance: `Only shows what would be removed unless dry_run is false and confirm is "${requiredConfirm}"; then returns a backup of it.`,
  door: 'workspace',
  effect: 'erase',
  input: z.object({
    max_items: fields.withDefault(z.int().min(0), 20).describe('How many notes to keep.'),
    dry_run: fields.withDefault(z.boolean(), true).describe('Only show what would be removed.'),
    confirm: confirmField,
  }),
  output: z.object({
    status: z.enum(['dry_run', 'compacted', 'empty']),
    max_items: z.int(),
    keep_count: z.int(),
    compact_count: z.int(),
    candidate_ids: z.array(z.string()),
    /** JSON Lines of the deleted memories; null when nothing was deleted. */
    backup: z.string().nullable(),
    summary_id: z.string().optional(),
    backup_files: fields.treatedBackups.optional(),
    warning: z.string().optional(),
  }),
  commandLine: {
    command: 'mind compact',
    confirm: { field: 'dry_run', option: 'yes' },
    examples: ['', '--max-items 5 --yes --confirm COMPACT_WORKING'],
  },
  async run(
    { max_items, dry_run, confirm },
    context: Using<ChangeFeed & MemoryReader & MemoryGraph & MemoryWriter, Composing | 'namespace' | 'clock' | 'log'>,
    caller,
  ) {
    const scope = writeScope(caller)
    if (!dry_run) assertConfirmed(confirm, requiredConfirm, { max_items })
    return retryOnConflict(async () => {
      const seq = await context.memories.newestSeq()
      const { total, notes } = await findBeyond(max_items, scope, context)
      const found = {
        max_items,
        keep_count: total - notes.length,
        compact_count: notes.length,
        candidate_ids: notes.map(({ id }) => id),
      }
      if (notes.length === 0) return { status: 'empty' as const, ...found, backup: null }
      if (dry_run) return { status: 'dry_run' as const, ...found, backup: null }
      const deleted = new Set(found.candidate_ids)
      const { jsonl } = await exportJsonl(context, caller, ({ id }) => deleted.has(id))
      const summary = await summarise(notes, scope, context)
      const { files, ...rest } = await replaceMemories(
        { ids: found.candidate_ids, seq, with: { add: [summary] } },
        context,
      )
      const summary_id = summary.memory.id
      return { status: 'compacted' as const, ...found, backup: jsonl, summary_id, backup_files: [...files], ...rest }
    })
  },
})

type WriteScope = ReturnType<typeof writeScope>

/**
 * Only notes of exactly this session and project, even if the caller sees others: a summary would show them to callers
 * who may not see them, and take them from callers who may.
 */
async function findBeyond(max: number, { session, project }: WriteScope, { memories }: Using<MemoryReader>) {
  const filter = { kinds: ['note'] as const, session, ofProject: project }
  const { total } = await memories.query(filter, { offset: 0, limit: 0 })
  if (total <= max) return { total, notes: [] }
  const { memories: notes } = await memories.query(filter, { offset: max, limit: total - max })
  return { total, notes }
}

async function summarise(
  notes: readonly StoredMemory[],
  scope: WriteScope,
  context: Using<MemoryReader, Composing | 'namespace' | 'clock'>,
): Promise<NewMemory> {
  const text = await runInSlices(summariseNotes(notes.map(withoutAnswer)), context)
  const trust = leastTrusted(notes.map(trustOf))
  const tags = [workspaceTags.summary, ...namespaceTags(context.namespace)]
  const kept = draftMemory('semantic', text, tags, await takenKeys('semantic', text, tags, scope, context))
  const draft = {
    ...scope,
    ...kept,
    tags,
    importance,
    happenedAt: null,
    source: 'workspace',
    uniqueFacet: 'key',
    trust,
  }
  return compose(draft, context.clock.now(), context)
}

/** OPS4: the summary survives when the grounds of an answer are forgotten, so it must not quote the answer. */
function withoutAnswer(note: StoredMemory): StoredMemory {
  const { answer } = note.facets
  return typeof answer === 'string' && note.text.endsWith(` ${answer}`)
    ? { ...note, text: note.text.slice(0, -answer.length).trimEnd() }
    : note
}
