import type { Run } from '../conversation/run.js'
import type { Answered } from './record-answer.js'
import { type Outcome, refuse, step } from './step.js'

/** As long as an episode may take to be written before somebody else does it. */
const patienceMs = 30_000

/** WFL5: an early answer was taken, and is no episode yet (RSB5). */
export const toBeRemembered = (now: number): NonNullable<Run['remembering']> => ({ until: now + patienceMs })

/** Whoever was to do it is late: it is somebody else's now. */
export function takeRemembering({ workflow, run }: Answered, now: number): Outcome {
  const isDue = run?.remembering != null && run.remembering.until <= now
  if (workflow === undefined || run === undefined || !isDue) return refuse('RUN_LOST')
  return step({ workflow, run }, { run: { remembering: toBeRemembered(now) } }, now)
}

export function remembered({ workflow, run }: Answered, now: number): Outcome {
  if (workflow === undefined || run?.remembering == null) return refuse('RUN_LOST')
  return step({ workflow, run }, { run: { remembering: null } }, now)
}
