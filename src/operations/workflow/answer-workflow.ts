import { z } from 'zod'
import { recordAnswer } from '../../memory/workflow/machine/record-answer.js'
import * as fields from '../machinery/fields.js'
import { retryOnConflict, withKeyedMutex } from '../writing/change-memory.js'
import { WorkflowRefusal, writeStep } from './advance.js'
import { storeTurn } from './store-turn.js'
import { assertInReach } from './workflow-access.js'
import type { WorkflowContext } from './workflow-context.js'

export const answerInput = z.strictObject({
  workflow_id: fields.workflowId,
  message_id: fields.workflowId,
  response: fields.text(100_000),
  answers: fields.answers,
  reasoning: fields.text(100_000).nullish(),
  tool_calls: fields.text(100_000).nullish(),
})

export const answerOutput = z.object({ status: z.literal('ok'), message: z.string() })

/** WFL5, RSB5: records the answer to a message; once the run is over, the turn becomes an episode. */
export async function answerWorkflow(
  { workflow_id, message_id, response, answers, reasoning = null, tool_calls = null }: z.output<typeof answerInput>,
  context: WorkflowContext,
): Promise<z.output<typeof answerOutput>> {
  const { memories, clock } = context
  const record = async () => {
    const stored = await memories.workflows.answered(workflow_id, message_id)
    if (stored.workflow !== undefined) assertInReach(stored.workflow, context)
    const answer = { response, reasoning, toolCalls: tool_calls, answers: answers ?? undefined, at: clock.now() }
    const outcome = recordAnswer(stored, answer)
    if (outcome.kind === 'refusal') throw new WorkflowRefusal(outcome.code)
    const step = await writeStep(outcome, context)
    return { before: stored.turn, turn: step.turn, preferences: step.workflow.preferences }
  }
  const { before, turn, preferences } = await withKeyedMutex(memories, workflow_id, () => retryOnConflict(record))
  if (turn !== null) await storeTurn(turn, before, preferences, context)
  return { status: 'ok', message: 'AI answer recorded' }
}
