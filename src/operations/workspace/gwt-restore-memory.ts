import { z } from 'zod'
import { homeOf, scopeOf } from '../caller.js'
import { retryOnConflict } from '../changing.js'
import * as fields from '../fields.js'
import { defineOperation } from '../operation.js'
import { takeIn } from './gwt-import-memory.js'
import { bringToMind } from './keeping/bring-to-mind.js'
import { assertConfirmed, confirmField } from './keeping/confirmation.js'
import { jsonlField } from './keeping/jsonl-field.js'
import { keepLines } from './keeping/kept-lines.js'
import { planWhole } from './keeping/plan-whole.js'
import { replaceKept } from './keeping/replace-kept.js'
import { takenInFields, toTakenIn } from './keeping/taken-in.js'

const modes = ['merge', 'replace'] as const
const replaceConfirm = 'RESTORE_REPLACE'

/** Of lines that do not say: those of a backup do. */
const usualKind = 'entity'

export const gwtRestoreMemory = defineOperation({
  name: 'gwt_restore_memory',
  summary: 'Put a backup back: beside what is here, or in its place.',
  guidance: `merge takes what is not here yet; replace deletes every memory in sight first, wants confirm "${replaceConfirm}", and answers a backup of what was here. Any bad line refuses a replace as a whole.`,
  door: 'workspace',
  effect: 'erase',
  input: z.object({
    jsonl: jsonlField,
    mode: fields.withDefault(z.enum(modes), 'merge').describe('Beside what is here, or in its place.'),
    confirm: confirmField,
    admit: fields.withDefault(z.boolean(), false).describe('Bring what came in to mind.'),
  }),
  output: z.object({
    status: z.enum(['restored', 'partial']),
    mode: z.enum(modes),
    deleted_count: z.int(),
    /** JSON Lines of all that was deleted; null when nothing was. */
    backup: z.string().nullable(),
    ...takenInFields,
    admit: z.boolean(),
    dedupe: z.boolean(),
    backup_files: z
      .array(z.object({ path: z.string(), action: z.enum(['rewritten', 'deleted', 'missing']) }))
      .optional(),
    warning: z.string().optional(),
  }),
  commandLine: {
    command: 'mind restore',
    positional: ['jsonl'],
    examples: [`'{"content": "The boiler is in the cellar."}'`],
  },
  async run({ jsonl, mode, confirm, admit }, context, caller) {
    if (admit) homeOf(caller)
    const { memories } = context
    const settings = { kind: usualKind } as const
    if (mode === 'merge') {
      const taken = toTakenIn(await takeIn(jsonl, settings, context, caller))
      if (admit) await bringToMind(taken.imported_ids, context, caller)
      const status = taken.error_count > 0 ? ('partial' as const) : ('restored' as const)
      return { status, mode, deleted_count: 0, backup: null, ...taken, admit, dedupe: true }
    }
    if (confirm !== replaceConfirm) {
      const { total } = await memories.tally(scopeOf(caller))
      assertConfirmed(confirm, replaceConfirm, { mode, would_delete: total })
    }
    const { taken, ...rest } = await retryOnConflict(async () => {
      const seq = await memories.newestSeq()
      const { ids, jsonl: backup } = await keepLines(context, caller)
      const { outcomes, batch } = await planWhole(jsonl, { ...settings, caller }, new Set(ids), context)
      const { files, ...after } = await replaceKept({ ids, seq, with: batch }, context)
      context.structures.drop()
      return { taken: toTakenIn(outcomes), deleted_count: ids.length, backup, backup_files: [...files], ...after }
    })
    if (admit) await bringToMind(taken.imported_ids, context, caller)
    return { status: 'restored' as const, mode, ...rest, ...taken, admit, dedupe: true }
  },
})
