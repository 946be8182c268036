import { z } from 'zod'
import { fromMemoryType } from '../../memory/moving/memory-type.js'
import { type Caller, homeOf } from '../caller.js'
import * as fields from '../fields.js'
import type { ArrivalSettings } from '../moving/arrival.js'
import { importLines, type LineOutcome } from '../moving/import-memories.js'
import { textLines } from '../moving/text-lines.js'
import { defineOperation } from '../operation.js'
import type { OperationContext } from '../operation-context.js'
import { bringToMind } from './keeping/bring-to-mind.js'
import { jsonlField } from './keeping/jsonl-field.js'
import { takenInFields, toTakenIn } from './keeping/taken-in.js'

export const gwtImportMemory = defineOperation({
  name: 'gwt_import_memory',
  summary: 'Take in memories as JSON Lines: an export, or lines of your own.',
  guidance:
    'A line needs `content` only. What is here already is skipped; bad lines are listed by number and the rest go in.',
  door: 'workspace',
  effect: 'write',
  takesExports: true,
  input: z.object({
    jsonl: jsonlField,
    default_memory_type: fields
      .withDefault(fields.memoryType, 'semantic')
      .describe('What lines are that do not say so.'),
    tags: fields.withDefault(fields.tags, []).describe('Added to the tags of each.'),
    admit: fields.withDefault(z.boolean(), false).describe('Bring what came in to mind.'),
    dedupe: fields
      .withDefault(z.boolean(), true)
      .describe('Skip lines without an id whose content, source and tags are here already.'),
  }),
  output: z.object({
    status: z.enum(['imported', 'partial']),
    ...takenInFields,
    admit: z.boolean(),
    dedupe: z.boolean(),
  }),
  commandLine: {
    command: 'mind import',
    positional: ['jsonl'],
    examples: [`'{"content": "The boiler is in the cellar."}'`],
  },
  async run({ jsonl, default_memory_type, tags, admit, dedupe }, context, caller) {
    if (admit) homeOf(caller)
    const settings = { kind: fromMemoryType(default_memory_type), tags, ...(dedupe ? {} : { newId: context.ids.next }) }
    const taken = toTakenIn(await takeIn(jsonl, settings, context, caller))
    if (admit) await bringToMind(taken.imported_ids, context, caller)
    return { status: taken.error_count > 0 ? ('partial' as const) : ('imported' as const), ...taken, admit, dedupe }
  },
})

/** All that is good, and what became of each line. */
export async function takeIn(
  jsonl: string,
  settings: Omit<ArrivalSettings, 'caller' | 'now'>,
  context: OperationContext,
  caller: Caller,
): Promise<LineOutcome[]> {
  const outcomes: LineOutcome[] = []
  for await (const some of importLines([textLines(jsonl)], { ...settings, caller }, false, context)) {
    for (const outcome of some) outcomes.push(outcome)
  }
  return outcomes
}
