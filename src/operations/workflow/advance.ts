import type { Run } from '../../memory/workflow/conversation/run.js'
import { expireRun, isLeaseExpired } from '../../memory/workflow/machine/end-run.js'
import {
  type Conversation,
  type Outcome,
  type RefusalCode,
  refuse,
  type Step,
} from '../../memory/workflow/machine/step.js'
import { endsRun } from '../../memory/workflow/stream/event.js'
import { StoreConflict } from '../../ports/store/errors.js'
import { pauseAfterConflict, withKeyedMutex } from '../writing/change-memory.js'
import { storeEarlyAnswer } from './store-early.js'
import type { WorkflowContext } from './workflow-context.js'

export class WorkflowRefusal extends Error {
  override readonly name = 'WorkflowRefusal'
  readonly code: RefusalCode

  constructor(code: RefusalCode) {
    super(code)
    this.code = code
  }
}

/** Writes a step and then publishes its events (WFL4). */
export async function writeStep(step: Step, context: WorkflowContext): Promise<Step> {
  await context.memories.commit({ at: context.clock.now(), steps: [step] })
  context.hub.publish(step.events)
  const { turn, events } = step
  // WFL5, RSB5: the answer came before the run ended.
  if (turn?.answer != null && events.some(endsRun)) {
    context.inBackground(storeEarlyAnswer(turn, context))
  }
  return step
}

/**
 * Reads the conversation, decides and writes; repeats when another step was written in between, unless `isLost` says
 * that this step settled the matter. Calls of this process queue: many that only retried would run out of attempts.
 */
export function advance(
  workflowId: string,
  decide: (conversation: Conversation) => Outcome,
  context: WorkflowContext,
  { isLost = () => false, known }: AdvanceOptions = {},
): Promise<Step> {
  return withKeyedMutex(context.memories, workflowId, () => tryToAdvance(workflowId, decide, context, isLost, known))
}

interface AdvanceOptions {
  readonly isLost?: (read: Conversation, now: Conversation) => boolean
  /** A recent state, tried first: the write detects whether it is stale. */
  readonly known?: Conversation
}

async function tryToAdvance(
  workflowId: string,
  decide: (conversation: Conversation) => Outcome,
  context: WorkflowContext,
  isLost: (read: Conversation, now: Conversation) => boolean,
  known: Conversation | undefined,
): Promise<Step> {
  let first: Conversation | undefined
  for (let attempts = 1; ; attempts++) {
    const isKnown = attempts === 1 && known !== undefined && !isLeaseExpired(known.run, context.clock.now())
    const conversation = isKnown ? known : await readSettled(workflowId, context)
    first ??= conversation
    if (attempts > 1 && isLost(first, conversation)) throw new WorkflowRefusal('WORKFLOW_BUSY')
    const outcome = decide(conversation)
    if (outcome.kind === 'refusal') throw new WorkflowRefusal(outcome.code)
    try {
      return await writeStep(outcome, context)
    } catch (error) {
      await pauseAfterConflict(error, attempts)
    }
  }
}

/** The same for the worker of a run: its step is dropped when the run is no longer the latest (WSS5). */
export function advanceRun(
  { workflowId, messageId }: Pick<Run, 'workflowId' | 'messageId'>,
  decide: (conversation: Conversation) => Outcome,
  context: WorkflowContext,
  known?: Conversation,
): Promise<Step> {
  const isLatest = ({ run }: Conversation) => run.messageId === messageId
  return advance(workflowId, (latest) => (isLatest(latest) ? decide(latest) : refuse('RUN_LOST')), context, {
    ...(known === undefined ? {} : { known }),
  })
}

/** WFL6: reads the conversation, and first ends a run whose lease has lapsed. */
export async function readSettled(workflowId: string, context: WorkflowContext): Promise<Conversation> {
  for (;;) {
    const conversation = await context.memories.workflows.conversation(workflowId)
    if (conversation === undefined) throw new WorkflowRefusal('WORKFLOW_NOT_FOUND')
    if (!isLeaseExpired(conversation.run, context.clock.now())) return conversation
    const ended = expireRun(conversation, context.clock.now())
    if (ended.kind === 'refusal') return conversation
    await writeStep(ended, context).catch((error: unknown) => {
      // Another server was faster: the next read shows its step.
      if (!(error instanceof StoreConflict)) throw error
    })
  }
}
