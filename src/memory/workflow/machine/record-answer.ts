import { isForgotten } from '../conversation/forgetting.js'
import { isOver, type Run } from '../conversation/run.js'
import { type Answer, type Turn, turnOf } from '../conversation/turn.js'
import type { Workflow } from '../conversation/workflow.js'
import { type Outcome, refuse, step } from './step.js'

/** What the store has under the ids that the caller named. */
export interface Answered {
  readonly workflow: Workflow | undefined
  readonly run: Run | undefined
  readonly turn: Turn | undefined
}

/**
 * WFL5: kept while the run goes, joined when it completes; again = overwrite. A run that failed or was cancelled gets
 * its turn now, without memories.
 */
export function recordAnswer({ workflow, run, turn }: Answered, answer: Answer): Outcome {
  if (workflow === undefined) return refuse('WORKFLOW_NOT_FOUND')
  if (run === undefined || run.workflowId !== workflow.id || isForgotten(run)) return refuse('MESSAGE_NOT_FOUND')
  if (!isOver(run)) return step({ workflow, run }, { run: { earlyAnswer: answer } }, answer.at)
  const answered = turn === undefined ? turnOf(run, answer, answer.at) : { ...turn, answer }
  return step({ workflow, run }, { turn: answered }, answer.at)
}
