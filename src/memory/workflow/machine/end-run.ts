import { isOver, type Run } from '../conversation/run.js'
import { turnOf } from '../conversation/turn.js'
import { lastWordsOf } from '../stream/end-of-run.js'
import { toBeRemembered } from './remembering.js'
import { type Conversation, type Outcome, refuse, type Step, step } from './step.js'

type Ending = Pick<Run, 'status'> & Partial<Pick<Run, 'output' | 'failure'>>

/** The one way out of a run: its last words (WSS3), its turn, and a workflow that takes the next question. */
export function endRun(conversation: Conversation, ending: Ending, now: number): Step {
  const { workflow, run } = conversation
  const says = lastWordsOf({ ...run, ...ending })
  const ended: Run = {
    ...run,
    ...ending,
    pendingQuestion: null,
    earlyAnswer: null,
    ...(run.earlyAnswer === null ? {} : { remembering: toBeRemembered(now) }),
    lease: null,
    endEventIds: says.map((_, at) => workflow.lastEventId + 1 + at),
    endedAt: now,
  }
  // WFL5: without memories there is only a turn if somebody answered.
  const hasTurn = ended.status === 'completed' || run.earlyAnswer !== null
  return step(
    conversation,
    {
      workflow: { currentRun: null },
      run: ended,
      says,
      ...(hasTurn ? { turn: turnOf(ended, run.earlyAnswer, now) } : {}),
    },
    now,
  )
}

/** WSS5: for everyone, also while it waits. A run that is over stays what it is. */
export function cancel(conversation: Conversation, now: number): Outcome {
  return isOver(conversation.run) ? refuse('RUN_LOST') : endRun(conversation, { status: 'cancelled' }, now)
}

export const hasLapsed = ({ status, lease }: Run, now: number): boolean =>
  status === 'running' && (lease === null || lease.until <= now)

/** WFL6: any server may say that whoever worked on the run is gone. */
export function lapse(conversation: Conversation, now: number): Outcome {
  if (!hasLapsed(conversation.run, now)) return refuse('RUN_LOST')
  return endRun(conversation, stopped, now)
}

/** WFL6: whoever works on the run says so itself. */
export function giveUp(conversation: Conversation, holder: string, now: number): Outcome {
  return conversation.run.lease?.holder === holder ? endRun(conversation, stopped, now) : refuse('RUN_LOST')
}

const stopped = {
  status: 'failed',
  failure: { code: 'SERVER_RESTART', message: 'The server stopped before it was done; please ask again' },
} as const
