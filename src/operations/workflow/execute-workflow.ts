import { z } from 'zod'
import { type Failure, runStatuses } from '../../memory/workflow/conversation/run.js'
import { execute, startWorkflow, wasOvertaken } from '../../memory/workflow/machine/execute.js'
import type { Conversation, Outcome, Step } from '../../memory/workflow/machine/step.js'
import { askBack, fail, reportProgress, storePlan } from '../../memory/workflow/machine/work.js'
import * as fields from '../machinery/fields.js'
import { jsonObject } from '../machinery/json-object.js'
import { parseInput } from '../machinery/validation-error.js'
import { advance, advanceRun, readSettled, WorkflowRefusal, writeStep } from './advance.js'
import { learnFromNext } from './learn-from-next.js'
import { planningMs, planQuestion } from './plan-question.js'
import { leaseMs, workOnRun } from './work-on-run.js'
import { assertInReach, assertSession, withDefaultSession } from './workflow-access.js'
import { callerOf } from './workflow-caller.js'
import type { WorkflowContext } from './workflow-context.js'

const preferences = jsonObject(64 * 1024)

export const executeInput = z.strictObject({
  user_input: fields.text(100_000),
  also: fields.also,
  workflow_id: fields.workflowId.nullish(),
  ask_clarifications: fields.withDefault(z.boolean(), true),
  preferences: fields.withDefault(preferences, {}),
})

const mergedPreferences = z.object({ preferences })

export const executeOutput = z.object({
  workflow_id: z.string(),
  message_id: z.string(),
  status: z.enum(runStatuses),
  clarification_question: z.string().nullable(),
  message: z.string(),
})

export interface Executed {
  readonly isNew: boolean
  readonly answer: z.output<typeof executeOutput>
}

/** WFL2, WFL3: begins a run, or takes the answer to a clarification; plans before the reply, retrieves after it. */
export async function executeWorkflow(
  input: z.output<typeof executeInput>,
  context: WorkflowContext,
): Promise<Executed> {
  const begun = await begin(input, context)
  const caller = callerOf(begun.workflow.preferences, context.defaults)
  const planned = await plan(begun, context, caller)
  const { run } = planned
  return {
    isNew: input.workflow_id == null,
    answer: {
      workflow_id: planned.workflow.id,
      message_id: run.messageId,
      status: run.status,
      clarification_question: run.pendingQuestion,
      message: messages[run.status],
    },
  }
}

const messages = {
  running: 'Searching memory',
  waiting_for_input: 'A clarification is needed first',
  completed: 'Workflow finished',
  failed: 'The run failed',
  cancelled: 'Workflow cancelled',
} as const

async function begin(
  { user_input, also, workflow_id, ask_clarifications, ...given }: z.output<typeof executeInput>,
  context: WorkflowContext,
): Promise<Step> {
  const { clock, holder, newUuid } = context
  const preferences = workflow_id == null ? withDefaultSession(given.preferences, context.access) : given.preferences
  const asked = { userInput: user_input, also: also ?? undefined, mayAskBack: ask_clarifications, preferences }
  const lease = () => ({ holder, until: clock.now() + leaseMs + planningMs })
  if (workflow_id == null) {
    assertSession(callerOf(preferences, context.defaults).session, context)
    const ids = { workflowId: newUuid(), messageId: newUuid() }
    return writeStep(startWorkflow(asked, ids, lease(), clock.now()), context)
  }
  const before = await readSettled(workflow_id, context)
  assertInReach(before.workflow, context)
  // WFL3: the merged preferences have the same size limit as those of one message.
  const merged = { preferences: { ...before.workflow.preferences, ...preferences } }
  assertSession(callerOf(parseInput(mergedPreferences, merged).preferences, context.defaults).session, context)
  const messageId = newUuid()
  const begun = await advance(
    workflow_id,
    (conversation) => {
      assertInReach(conversation.workflow, context)
      return execute(conversation, asked, messageId, lease(), clock.now())
    },
    context,
    { isLost: wasOvertaken, known: before },
  )
  // RSB2, RSB3: the user's next message shows whether the last answer was good.
  if (begun.run.messageId === messageId) context.inBackground(learnFromNext(begun, context))
  return begun
}

/** Plans and starts the retrieval; returns the run's state after that. */
async function plan(
  begun: Conversation,
  context: WorkflowContext,
  caller: ReturnType<typeof callerOf>,
): Promise<Conversation> {
  context.activeRuns.add(begun.run)
  try {
    return await writePlan(begun, context, caller)
  } catch (error) {
    if (!(error instanceof WorkflowRefusal)) throw error
    // WSS5: the run was cancelled meanwhile. This call began it, so it reports the run's outcome.
    const { workflow, run } = await context.memories.workflows.answered(begun.workflow.id, begun.run.messageId)
    return { workflow: workflow ?? begun.workflow, run: run ?? begun.run }
  } finally {
    context.activeRuns.delete(begun.run)
  }
}

async function writePlan(
  begun: Conversation,
  context: WorkflowContext,
  caller: ReturnType<typeof callerOf>,
): Promise<Conversation> {
  const { clock, holder, log } = context
  let known = begun
  const write = async (decide: (latest: Conversation) => Outcome) => {
    known = await advanceRun(begun.run, decide, context, known)
    return known
  }
  try {
    const planned = await planQuestion(begun, context, caller)
    if (planned.fallback !== undefined) {
      const message = `Planning by rules: ${planned.fallback}`
      await write((latest) => reportProgress(latest, holder, message, clock.now()))
    }
    const { drawnFrom } = planned
    if ('askBack' in planned) {
      return await write((latest) => askBack(latest, holder, planned.askBack, clock.now(), drawnFrom))
    }
    const { subqueries, probed } = planned
    const planning = await write((latest) => storePlan(latest, holder, subqueries, clock.now(), drawnFrom))
    context.inBackground(workOnRun(planning, { subqueries, probed }, context, caller))
    return planning
  } catch (error) {
    if (error instanceof WorkflowRefusal) throw error
    // WFL7: a failed run is an answer; only a failed write is an error.
    log.error('planning failed', { workflow: begun.workflow.id, error })
    const failure: Failure = { code: 'SUBQUERY_ERROR', message: 'The question could not be planned' }
    return write((latest) => fail(latest, holder, failure, clock.now()))
  }
}
