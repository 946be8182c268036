import { z } from 'zod'
import { scopeOf, writeScope } from '../machinery/caller.js'
import { wholeStoreCost } from '../machinery/cost.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import { retryOnConflict } from '../writing/change-memory.js'
import { admitImported } from './backup/admit-imported.js'
import { assertConfirmed, confirmField } from './backup/confirmation.js'
import { exportJsonl } from './backup/export-lines.js'
import { importResultFields, toImportResult } from './backup/import-result.js'
import { jsonlField } from './backup/jsonl-field.js'
import { planReplacement } from './backup/plan-restore.js'
import { replaceMemories } from './backup/replace-memories.js'
import { importJsonl } from './gwt-import-memory.js'

const modes = ['merge', 'replace'] as const
const replaceConfirm = 'RESTORE_REPLACE'

/** For lines that do not state a kind; those of a backup do. */
const defaultKind = 'entity'

export const gwtRestoreMemory = defineOperation({
  name: 'gwt_restore_memory',
  summary: 'Restore a backup: merge it with the stored memories, or replace them.',
  guidance: `merge adds what is not stored yet; replace deletes every visible memory first, needs confirm "${replaceConfirm}", and returns a backup of the deleted ones. One bad line refuses the whole replace.`,
  door: 'workspace',
  effect: 'erase',
  cost: wholeStoreCost,
  input: z.object({
    jsonl: jsonlField,
    mode: fields.withDefault(z.enum(modes), 'merge').describe('Merge with the stored memories, or replace them.'),
    confirm: confirmField,
    admit: fields.withDefault(z.boolean(), false).describe('Admit the imported memories to the workspace.'),
  }),
  output: z.object({
    status: z.enum(['restored', 'partial']),
    mode: z.enum(modes),
    deleted_count: z.int(),
    /** JSON Lines of the deleted memories; null when nothing was deleted. */
    backup: z.string().nullable(),
    ...importResultFields,
    admit: z.boolean(),
    dedupe: z.boolean(),
    backup_files: fields.treatedBackups.optional(),
    warning: z.string().optional(),
  }),
  commandLine: {
    command: 'mind restore',
    positional: ['jsonl'],
    examples: [`'{"content": "The boiler is in the cellar."}'`],
  },
  async run({ jsonl, mode, confirm, admit }, context, caller) {
    if (admit) writeScope(caller)
    const { memories } = context
    const settings = { kind: defaultKind, trustsOrigins: context.access === undefined } as const
    if (mode === 'merge') {
      const taken = toImportResult(await importJsonl(jsonl, settings, context, caller))
      if (admit) await admitImported(taken.imported_ids, context, caller)
      const status = taken.error_count > 0 ? ('partial' as const) : ('restored' as const)
      return { status, mode, deleted_count: 0, backup: null, ...taken, admit, dedupe: true }
    }
    if (confirm !== replaceConfirm) {
      const { total } = await memories.tally(scopeOf(caller))
      assertConfirmed(confirm, replaceConfirm, { mode, would_delete: total })
    }
    const { taken, ...rest } = await retryOnConflict(async () => {
      const { ids, jsonl: backup, seq } = await exportJsonl(context, caller)
      const { outcomes, batch } = await planReplacement(jsonl, { ...settings, caller }, new Set(ids), context)
      const { files, ...after } = await replaceMemories({ ids, seq, with: batch }, context)
      context.structures.drop()
      return { taken: toImportResult(outcomes), deleted_count: ids.length, backup, backup_files: [...files], ...after }
    })
    if (admit) await admitImported(taken.imported_ids, context, caller)
    return { status: 'restored' as const, mode, ...rest, ...taken, admit, dedupe: true }
  },
})
