import type { Run } from '../conversation/run.js'
import type { AnswerTarget } from './record-answer.js'
import { type Outcome, refuse, step } from './step.js'

/** After this time another process may write the episode. */
const rememberTimeoutMs = 30_000

/** WFL5: an early answer was recorded and must be stored as an episode by this time (RSB5). */
export const rememberingDeadline = (now: number): NonNullable<Run['remembering']> => ({
  until: now + rememberTimeoutMs,
})

/** Claims the work of a process that missed its deadline. */
export function claimRemembering({ workflow, run }: AnswerTarget, now: number): Outcome {
  const isDue = run?.remembering != null && run.remembering.until <= now
  if (workflow === undefined || run === undefined || !isDue) return refuse('RUN_LOST')
  return step({ workflow, run }, { run: { remembering: rememberingDeadline(now) } }, now)
}

export function finishRemembering({ workflow, run }: AnswerTarget, now: number): Outcome {
  if (workflow === undefined || run?.remembering == null) return refuse('RUN_LOST')
  return step({ workflow, run }, { run: { remembering: null } }, now)
}
