import { isOver, type Run } from '../conversation/run.js'
import { toTurn } from '../conversation/turn.js'
import { endEventsOf } from '../stream/end-of-run.js'
import { rememberingDeadline } from './remembering.js'
import { type Conversation, type Outcome, refuse, type Step, step } from './step.js'

type Ending = Pick<Run, 'status'> & Partial<Pick<Run, 'output' | 'failure'>>

/** Every run ends here: it writes the end events (WSS3) and the turn, and frees the workflow for the next question. */
export function endRun(conversation: Conversation, ending: Ending, now: number): Step {
  const { workflow, run } = conversation
  const newEvents = endEventsOf({ ...run, ...ending })
  const ended: Run = {
    ...run,
    ...ending,
    pendingQuestion: null,
    // Only the search needs them, and they may quote what is forgotten later (OPS4).
    also: undefined,
    earlyAnswer: null,
    ...(run.earlyAnswer === null ? {} : { remembering: rememberingDeadline(now) }),
    lease: null,
    endEventIds: newEvents.map((_, at) => workflow.lastEventId + 1 + at),
    endedAt: now,
  }
  // WFL5: a run that did not complete has a turn only if an answer was recorded.
  const hasTurn = ended.status === 'completed' || run.earlyAnswer !== null
  return step(
    conversation,
    {
      workflow: { currentRun: null },
      run: ended,
      newEvents,
      ...(hasTurn ? { turn: toTurn(ended, run.earlyAnswer, now) } : {}),
    },
    now,
  )
}

/** WSS5: cancels a running or waiting run for all readers. A run that is over does not change. */
export function cancel(conversation: Conversation, now: number): Outcome {
  return isOver(conversation.run) ? refuse('RUN_LOST') : endRun(conversation, { status: 'cancelled' }, now)
}

export const isLeaseExpired = ({ status, lease }: Run, now: number): boolean =>
  status === 'running' && (lease === null || lease.until <= now)

/** WFL6: any process may end a run whose lease has expired. */
export function expireRun(conversation: Conversation, now: number): Outcome {
  if (!isLeaseExpired(conversation.run, now)) return refuse('RUN_LOST')
  return endRun(conversation, serverStopped, now)
}

/** WFL6: the lease holder ends its own run when it stops. */
export function abandonRun(conversation: Conversation, holder: string, now: number): Outcome {
  return conversation.run.lease?.holder === holder ? endRun(conversation, serverStopped, now) : refuse('RUN_LOST')
}

const serverStopped = {
  status: 'failed',
  failure: { code: 'SERVER_RESTART', message: 'The server stopped before it was done; please ask again' },
} as const
