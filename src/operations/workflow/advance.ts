import type { Run } from '../../memory/workflow/conversation/run.js'
import { hasLapsed, lapse } from '../../memory/workflow/machine/end-run.js'
import {
  type Conversation,
  type Outcome,
  type RefusalCode,
  refuse,
  type Step,
} from '../../memory/workflow/machine/step.js'
import { endsRun } from '../../memory/workflow/stream/event.js'
import { StoreConflict } from '../../ports/memory-store.js'
import { inTurn } from '../changing.js'
import { rememberEarly } from './remember-early.js'
import type { WorkflowContext } from './workflow-context.js'

/** More than ever collide in practice; a bound, so that a bug cannot spin. */
const mostTries = 20

export class WorkflowRefusal extends Error {
  override readonly name = 'WorkflowRefusal'
  readonly code: RefusalCode

  constructor(code: RefusalCode) {
    super(code)
    this.code = code
  }
}

/** Writes a step; only then is it told (WFL4). */
export async function writeStep(step: Step, context: WorkflowContext): Promise<Step> {
  await context.memories.commit({ at: context.clock.now(), steps: [step] })
  context.hub.publish(step.events)
  const { turn, events } = step
  // WFL5, RSB5: answered before it was over, however it ended and whoever ended it.
  if (turn?.answer != null && events.some(endsRun)) {
    context.inBackground(rememberEarly(turn, context))
  }
  return step
}

/**
 * Reads the conversation, decides, writes; anew when somebody else's step came between. `isLost` says when that other
 * step has settled the matter. Those of this process wait for each other: many that only tried again would give up.
 */
export function advance(
  workflowId: string,
  decide: (conversation: Conversation) => Outcome,
  context: WorkflowContext,
  { isLost = () => false, known }: AdvanceOptions = {},
): Promise<Step> {
  return inTurn(context.memories, workflowId, () => tryToAdvance(workflowId, decide, context, isLost, known))
}

interface AdvanceOptions {
  readonly isLost?: (read: Conversation, now: Conversation) => boolean
  /** As it was a moment ago: tried first, since writing tells whether it still is so. */
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
  for (let tries = 1; ; tries++) {
    const isKnown = tries === 1 && known !== undefined && !hasLapsed(known.run, context.clock.now())
    const conversation = isKnown ? known : await readSettled(workflowId, context)
    first ??= conversation
    if (tries > 1 && isLost(first, conversation)) throw new WorkflowRefusal('WORKFLOW_BUSY')
    const outcome = decide(conversation)
    if (outcome.kind === 'refusal') throw new WorkflowRefusal(outcome.code)
    try {
      return await writeStep(outcome, context)
    } catch (error) {
      if (!(error instanceof StoreConflict) || tries === mostTries) throw error
    }
  }
}

/** The same for who works on one run: what it has to say is thrown away when the run is no longer the latest (WSS5). */
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

/** WFL6: a run that nobody works on any more is ended first. */
export async function readSettled(workflowId: string, context: WorkflowContext): Promise<Conversation> {
  for (;;) {
    const conversation = await context.memories.workflows.conversation(workflowId)
    if (conversation === undefined) throw new WorkflowRefusal('WORKFLOW_NOT_FOUND')
    if (!hasLapsed(conversation.run, context.clock.now())) return conversation
    const ended = lapse(conversation, context.clock.now())
    if (ended.kind === 'refusal') return conversation
    await writeStep(ended, context).catch((error: unknown) => {
      // Another server was faster: the next reading shows what it wrote.
      if (!(error instanceof StoreConflict)) throw error
    })
  }
}
