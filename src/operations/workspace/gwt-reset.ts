import { z } from 'zod'
import { evictAll, occupantIds } from '../../memory/workspace/state/slots.js'
import { type Caller, homeOf, scopeOf } from '../caller.js'
import { retryOnConflict } from '../changing.js'
import * as fields from '../fields.js'
import { defineOperation } from '../operation.js'
import type { OperationContext } from '../operation-context.js'
import { assertConfirmed, confirmField } from './keeping/confirmation.js'
import { keepLines } from './keeping/kept-lines.js'
import { replaceKept } from './keeping/replace-kept.js'
import { changeMind, readMind } from './mind.js'

const scopes = ['runtime', 'workspace', 'persistent'] as const
type ResetScope = (typeof scopes)[number]

export const gwtReset = defineOperation({
  name: 'gwt_reset',
  summary: 'Start anew: what the process holds, what is in mind, or the memories in sight.',
  guidance:
    'runtime reads caches anew and changes no answer; workspace empties the slots; persistent deletes every memory in sight and answers a backup. Each wants its own confirm.',
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
    /** JSON Lines of all that was deleted. */
    backup: z.string().optional(),
    backup_files: z
      .array(z.object({ path: z.string(), action: z.enum(['rewritten', 'deleted', 'missing']) }))
      .optional(),
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
    async count({ memories, embedder }) {
      return (await memories.condition(embedder.identity)).cachedMemories
    },
    async reset({ memories, structures }) {
      const cleared_count = await memories.reload()
      structures.drop()
      await structures.read()
      return { cleared_count }
    },
  },

  workspace: {
    required: 'RESET_WORKSPACE',
    async count(context, caller) {
      return occupantIds(await readMind(context, caller)).length
    },
    async reset(context, caller) {
      homeOf(caller)
      return changeMind(context, caller, (workspace) => ({
        workspace: evictAll(workspace, context.clock.now()),
        result: { cleared_count: occupantIds(workspace).length },
      }))
    },
  },

  persistent: {
    required: 'RESET_PERSISTENT',
    async count({ memories }, caller) {
      return (await memories.tally(scopeOf(caller))).total
    },
    reset: (context, caller) =>
      retryOnConflict(async () => {
        const seq = await context.memories.newestSeq()
        const { ids, jsonl } = await keepLines(context, caller)
        const { files, ...rest } = await replaceKept({ ids, seq }, context)
        context.structures.drop()
        return { cleared_count: ids.length, backup: jsonl, backup_files: [...files], ...rest }
      }),
  },
}
