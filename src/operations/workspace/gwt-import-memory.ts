import { z } from 'zod'
import { fromMemoryType } from '../../memory/import-export/memory-type.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import { importLines, type LineOutcome } from '../import-export/import-memories.js'
import type { IncomingSettings } from '../import-export/incoming-memory.js'
import { textLines } from '../import-export/text-lines.js'
import { type Caller, writeScope } from '../machinery/caller.js'
import { wholeStoreCost } from '../machinery/cost.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Using } from '../machinery/operation-context.js'
import { admitImported } from './backup/admit-imported.js'
import { importResultFields, toImportResult } from './backup/import-result.js'
import { jsonlField } from './backup/jsonl-field.js'

export const gwtImportMemory = defineOperation({
  name: 'gwt_import_memory',
  summary: 'Import memories as JSON Lines: an export, or lines of your own.',
  guidance:
    'A line needs `content` only. What is here already is skipped; bad lines are listed by number and the rest go in.',
  door: 'workspace',
  effect: 'write',
  cost: wholeStoreCost,
  takesExports: true,
  input: z.object({
    jsonl: jsonlField,
    default_memory_type: fields
      .withDefault(fields.memoryType, 'semantic')
      .describe('Type of lines that do not state one.'),
    tags: fields.withDefault(fields.tags, []).describe('Added to the tags of each.'),
    admit: fields.withDefault(z.boolean(), false).describe('Admit the imported memories to the workspace.'),
    dedupe: fields
      .withDefault(z.boolean(), true)
      .describe('Skip lines without an id whose content, source and tags are here already.'),
  }),
  output: z.object({
    status: z.enum(['imported', 'partial']),
    ...importResultFields,
    admit: z.boolean(),
    dedupe: z.boolean(),
  }),
  commandLine: {
    command: 'mind import',
    positional: ['jsonl'],
    examples: [`'{"content": "The boiler is in the cellar."}'`],
  },
  async run({ jsonl, default_memory_type, tags, admit, dedupe }, context, caller) {
    if (admit) writeScope(caller)
    const settings = {
      kind: fromMemoryType(default_memory_type),
      tags,
      trustsOrigins: context.access === undefined,
      ...(dedupe ? {} : { newId: context.ids.next }),
    }
    const taken = toImportResult(await importJsonl(jsonl, settings, context, caller))
    if (admit) await admitImported(taken.imported_ids, context, caller)
    return { status: taken.error_count > 0 ? ('partial' as const) : ('imported' as const), ...taken, admit, dedupe }
  },
})

/** Imports the valid lines; returns the outcome of each line. */
export async function importJsonl(
  jsonl: string,
  settings: Omit<IncomingSettings, 'caller' | 'now'>,
  context: Using<MemoryReader & MemoryWriter, 'clock' | 'signal' | 'embedder' | 'tokenSpace'>,
  caller: Caller,
): Promise<LineOutcome[]> {
  const outcomes: LineOutcome[] = []
  for await (const some of importLines([textLines(jsonl)], { ...settings, caller }, false, context)) {
    for (const outcome of some) outcomes.push(outcome)
  }
  return outcomes
}
