import { isForgotten } from '../conversation/forgetting.js'
import { isOver, type Run } from '../conversation/run.js'
import { type Answer, type Turn, toTurn } from '../conversation/turn.js'
import type { Workflow } from '../conversation/workflow.js'
import { type Outcome, refuse, step } from './step.js'

/** The stored objects with the ids that the caller named. */
export interface AnswerTarget {
  readonly workflow: Workflow | undefined
  readonly run: Run | undefined
  readonly turn: Turn | undefined
}

/**
 * WFL5: an early answer is kept with the run and joins the turn when the run completes; a second answer overwrites the
 * first. A run that failed or was cancelled gets its turn now, without memories.
 */
export function recordAnswer({ workflow, run, turn }: AnswerTarget, answer: Answer): Outcome {
  if (workflow === undefined) return refuse('WORKFLOW_NOT_FOUND')
  if (run === undefined || run.workflowId !== workflow.id || isForgotten(run)) return refuse('MESSAGE_NOT_FOUND')
  if (!isOver(run)) return step({ workflow, run }, { run: { earlyAnswer: answer } }, answer.at)
  const answered = turn === undefined ? toTurn(run, answer, answer.at) : { ...turn, answer }
  return step({ workflow, run }, { turn: answered }, answer.at)
}
