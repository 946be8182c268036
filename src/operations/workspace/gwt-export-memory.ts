import { z } from 'zod'
import type { ChangeFeed } from '../../ports/store/follow.js'
import type { MemoryReader } from '../../ports/store/read.js'
import { wholeStoreCost } from '../machinery/cost.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Using } from '../machinery/operation-context.js'
import { exportJsonl } from './backup/export-lines.js'
import { isSelected, selectionFields, toSelection } from './backup/memory-selection.js'

export const gwtExportMemory = defineOperation({
  name: 'gwt_export_memory',
  summary: 'Export every visible memory, or a part, as JSON Lines with versions, links and times.',
  guidance: 'gwt_import_memory takes it in again, here or elsewhere. For large memories use `ww export`.',
  door: 'workspace',
  effect: 'read',
  cost: wholeStoreCost,
  input: z.object(selectionFields),
  output: z.object({
    status: z.enum(['ok', 'empty']),
    format: z.literal('gwt-memory-jsonl-v1'),
    item_count: z.int(),
    filters: z.object({ memory_type: fields.memoryType.nullable(), tag: z.string().nullable() }),
    jsonl: z.string(),
  }),
  commandLine: { command: 'mind export', examples: ['', '--memory-type working', '--tag billing'] },
  async run(input, context: Using<ChangeFeed & MemoryReader>, caller) {
    const filters = toSelection(input)
    const { ids, jsonl } = await exportJsonl(context, caller, isSelected(filters))
    return {
      status: ids.length === 0 ? ('empty' as const) : ('ok' as const),
      format: 'gwt-memory-jsonl-v1' as const,
      item_count: ids.length,
      filters,
      jsonl,
    }
  },
})
