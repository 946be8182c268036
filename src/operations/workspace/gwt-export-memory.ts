import { z } from 'zod'
import * as fields from '../fields.js'
import { defineOperation } from '../operation.js'
import { keepLines } from './keeping/kept-lines.js'
import { isSelected, selectionFields, toSelection } from './keeping/memory-selection.js'

export const gwtExportMemory = defineOperation({
  name: 'gwt_export_memory',
  summary: 'Everything in sight, or a part of it, as JSON Lines: versions, links and times included.',
  guidance: 'gwt_import_memory takes it in again, here or elsewhere. For large memories use `ww export`.',
  door: 'workspace',
  effect: 'read',
  input: z.object(selectionFields),
  output: z.object({
    status: z.enum(['ok', 'empty']),
    format: z.literal('gwt-memory-jsonl-v1'),
    item_count: z.int(),
    filters: z.object({ memory_type: fields.memoryType.nullable(), tag: z.string().nullable() }),
    jsonl: z.string(),
  }),
  commandLine: { command: 'mind export', examples: ['', '--memory-type working', '--tag billing'] },
  async run(input, context, caller) {
    const filters = toSelection(input)
    const { ids, jsonl } = await keepLines(context, caller, isSelected(filters))
    return {
      status: ids.length === 0 ? ('empty' as const) : ('ok' as const),
      format: 'gwt-memory-jsonl-v1' as const,
      item_count: ids.length,
      filters,
      jsonl,
    }
  },
})
