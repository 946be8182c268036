import { z } from 'zod'
import { findGoal, isPriority, setGoal, withdrawGoal } from '../../memory/workspace/state/goals.js'
import type { StoreCoordinator } from '../../ports/store/coordinate.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import { writeScope } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Using } from '../machinery/operation-context.js'
import { newGoal } from './cycle/goal.js'
import { updateWorkspace } from './cycle/load-workspace.js'

const goalAnswer = z.object({
  goal_id: z.string(),
  description: z.string(),
  priority: z.number(),
  /** `ok` when it was withdrawn, `not_found` when there was no such goal to withdraw. */
  status: z.enum(['active', 'ok', 'not_found']),
  keywords: z.array(z.string()),
})
type GoalAnswer = z.output<typeof goalAnswer>

export const gwtSetGoal = defineOperation({
  name: 'gwt_set_goal',
  summary: 'Set a goal: what the workspace attends to until it is withdrawn or five newer ones have come.',
  guidance:
    'Memories near to a goal come to mind; keywords that a memory contains raise it further. When it is reached, call again with withdraw.',
  door: 'workspace',
  effect: 'write',
  input: z.object({
    description: fields.text(10_000).describe('What to attend to, in plain words.'),
    keywords: fields.withDefault(fields.keywords, []).describe('Words that matter most.'),
    priority: fields
      .withDefault(z.number().refine(isPriority, 'must be between 0.1 and 2.0'), 1)
      .describe('0.1 to 2.0.'),
    withdraw: fields
      .withDefault(z.boolean(), false)
      .describe('Take the goal back instead: the one with this description, or with this goal_id as description.'),
  }),
  output: goalAnswer,
  commandLine: {
    command: 'mind goal',
    positional: ['description'],
    examples: [
      '"Ship the billing service" --keywords invoices,stripe --priority 1.5',
      '"Ship the billing service" --withdraw',
    ],
  },
  async run(
    { description, keywords, priority, withdraw },
    context: Using<MemoryWriter & StoreCoordinator & MemoryReader, 'clock' | 'ids' | 'signal'>,
    caller,
  ) {
    writeScope(caller)
    if (withdraw) {
      return updateWorkspace(context, caller, (before) => {
        const goal = findGoal(before, description)
        if (goal === undefined) {
          const result: GoalAnswer = { goal_id: description, description, priority, status: 'not_found', keywords }
          return { workspace: before, result }
        }
        const { id, description: its, priority: was, keywords: had } = goal
        const result: GoalAnswer = { goal_id: id, description: its, priority: was, status: 'ok', keywords: [...had] }
        return { workspace: withdrawGoal(before, goal), result }
      })
    }
    const goal = newGoal({ description, keywords, priority, origin: 'user' }, context)
    await updateWorkspace(context, caller, (workspace) => ({ workspace: setGoal(workspace, goal), result: undefined }))
    return { goal_id: goal.id, description, priority, status: 'active' as const, keywords }
  },
})
