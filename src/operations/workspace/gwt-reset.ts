import { z } from 'zod'
import { evictAll, occupantIds } from '../../memory/workspace/state/slots.js'
import type { StoreCoordinator } from '../../ports/store/coordinate.js'
import type { ChangeFeed } from '../../ports/store/follow.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { StoreMaintenance } from '../../ports/store/maintain.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import { type Caller, scopeOf, writeScope } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { OperationContext, Using } from '../machinery/operation-context.js'
import { retryOnConflict } from '../writing/change-memory.js'
import { assertConfirmed, confirmField } from './backup/confirmation.js'
import { exportJsonl } from './backup/export-lines.js'
import { replaceMemories } from './backup/replace-memories.js'
import { loadWorkspace, updateWorkspace } from './cycle/load-workspace.js'

const scopes = ['runtime', 'workspace', 'persistent'] as const
type ResetScope = (typeof scopes)[number]

export const gwtReset = defineOperation({
  name: 'gwt_reset',
  summary: 'Reset the caches, the workspace, or every visible memory.',
  guidance:
    'runtime rebuilds the caches and changes no answer; workspace empties the slots; persistent deletes every visible memory and returns a backup. Each needs its own confirm.',
  door: 'workspace',
  effect: 'erase',
  input: z.object({
    scope: fields.withDefault(z.enum(scopes), 'runtime').describe('What to clear.'),
    confirm: confirmField,
  }),
  output: z.object({
    status: z.literal('reset'),
    scope: z.enum(scopes),
    cleared_count: z.int(),
    /** JSON Lines of the deleted memories. */
    backup: z.string().optional(),
    backup_files: fields.treatedBackups.optional(),
    warning: z.string().optional(),
  }),
  commandLine: { command: 'mind reset', positional: ['scope'], examples: ['runtime --confirm RESET_RUNTIME'] },
  async run({ scope, confirm }, context, caller) {
    const { required, reset, count } = resets[scope]
    if (confirm !== required) assertConfirmed(confirm, required, { scope, would_clear: await count(context, caller) })
    return { status: 'reset' as const, scope, ...(await reset(context, caller)) }
  },
})

interface Reset {
  readonly required: string
  count(context: OperationContext, caller: Caller): Promise<number>
  reset(
    context: OperationContext,
    caller: Caller,
  ): Promise<{ readonly cleared_count: number; readonly backup?: string }>
}

const resets: Readonly<Record<ResetScope, Reset>> = {
  runtime: {
    required: 'RESET_RUNTIME',
    async count({ memories, embedder }: Using<StoreMaintenance, 'embedder'>) {
      return (await memories.condition(embedder.identity)).cachedMemories
    },
    async reset({ memories, structures }: Using<StoreMaintenance, 'structures'>) {
      const cleared_count = await memories.reload()
      structures.drop()
      await structures.read()
      return { cleared_count }
    },
  },

  workspace: {
    required: 'RESET_WORKSPACE',
    async count(context: Using<MemoryReader>, caller) {
      return occupantIds(await loadWorkspace(context, caller)).length
    },
    async reset(context: Using<MemoryWriter & StoreCoordinator & MemoryReader, 'clock' | 'signal'>, caller) {
      writeScope(caller)
      return updateWorkspace(context, caller, (workspace) => ({
        workspace: evictAll(workspace, context.clock.now()),
        result: { cleared_count: occupantIds(workspace).length },
      }))
    },
  },

  persistent: {
    required: 'RESET_PERSISTENT',
    async count({ memories }: Using<StoreMaintenance>, caller) {
      return (await memories.tally(scopeOf(caller))).total
    },
    reset: (
      context: Using<ChangeFeed & MemoryReader & MemoryGraph & MemoryWriter, 'structures' | 'clock' | 'log'>,
      caller,
    ) =>
      retryOnConflict(async () => {
        const { ids, jsonl, seq } = await exportJsonl(context, caller)
        const { files, ...rest } = await replaceMemories({ ids, seq }, context)
        context.structures.drop()
        return { cleared_count: ids.length, backup: jsonl, backup_files: [...files], ...rest }
      }),
  },
}
