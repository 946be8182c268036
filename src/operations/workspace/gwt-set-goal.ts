import { z } from 'zod'
import { isPriority, setGoal } from '../../memory/workspace/state/goals.js'
import type { StoreCoordinator } from '../../ports/store/coordinate.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import { writeScope } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Using } from '../machinery/operation-context.js'
import { newGoal } from './cycle/goal.js'
import { updateWorkspace } from './cycle/load-workspace.js'

export const gwtSetGoal = defineOperation({
  name: 'gwt_set_goal',
  summary: 'Set a goal: what the workspace attends to until five newer ones have come.',
  guidance: 'Memories near to a goal come to mind; keywords that a memory contains raise it further.',
  door: 'workspace',
  effect: 'write',
  input: z.object({
    description: fields.text(10_000).describe('What to attend to, in plain words.'),
    keywords: fields.withDefault(fields.keywords, []).describe('Words that matter most.'),
    priority: fields
      .withDefault(z.number().refine(isPriority, 'must be between 0.1 and 2.0'), 1)
      .describe('0.1 to 2.0.'),
  }),
  output: z.object({
    goal_id: z.string(),
    description: z.string(),
    priority: z.number(),
    status: z.literal('active'),
    keywords: z.array(z.string()),
  }),
  commandLine: {
    command: 'mind goal',
    positional: ['description'],
    examples: ['"Ship the billing service" --keywords invoices,stripe --priority 1.5'],
  },
  async run(
    { description, keywords, priority },
    context: Using<MemoryWriter & StoreCoordinator & MemoryReader, 'clock' | 'ids' | 'signal'>,
    caller,
  ) {
    writeScope(caller)
    const goal = newGoal({ description, keywords, priority, origin: 'user' }, context)
    await updateWorkspace(context, caller, (workspace) => ({ workspace: setGoal(workspace, goal), result: undefined }))
    return { goal_id: goal.id, description, priority, status: 'active' as const, keywords }
  },
})
