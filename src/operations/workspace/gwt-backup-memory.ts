import { z } from 'zod'
import type { ChangeFeed } from '../../ports/store/follow.js'
import type { StoreMaintenance } from '../../ports/store/maintain.js'
import type { MemoryReader } from '../../ports/store/read.js'
import { wholeStoreCost } from '../machinery/cost.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Using } from '../machinery/operation-context.js'
import { exportJsonl } from './backup/export-lines.js'
import { isSelected, selectionFields, toSelection } from './backup/memory-selection.js'
import { namespaceField, namespaceOf } from './cycle/namespace.js'

export const gwtBackupMemory = defineOperation({
  name: 'gwt_backup_memory',
  summary: 'Back up every visible memory, or a part, as JSON Lines, with its namespace.',
  guidance: 'gwt_restore_memory restores it.',
  door: 'workspace',
  effect: 'read',
  cost: wholeStoreCost,
  input: z.object(selectionFields),
  output: z.object({
    status: z.enum(['ok', 'empty']),
    format: z.literal('gwt-memory-backup-v1'),
    namespace: namespaceField,
    file_sizes: z.record(z.string(), z.int()),
    item_count: z.int(),
    filters: z.object({ memory_type: fields.memoryType.nullable(), tag: z.string().nullable() }),
    jsonl: z.string(),
  }),
  commandLine: { command: 'mind backup', examples: ['', '--tag billing'] },
  async run(
    input,
    context: Using<StoreMaintenance & ChangeFeed & MemoryReader, 'embedder' | 'namespace' | 'dataDir'>,
    caller,
  ) {
    const filters = toSelection(input)
    const { ids, jsonl } = await exportJsonl(context, caller, isSelected(filters))
    const { files } = await context.memories.condition(context.embedder.identity)
    return {
      status: ids.length === 0 ? ('empty' as const) : ('ok' as const),
      format: 'gwt-memory-backup-v1' as const,
      namespace: namespaceOf(context),
      file_sizes: { ...files },
      item_count: ids.length,
      filters,
      jsonl,
    }
  },
})
