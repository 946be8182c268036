import { type Lesson, newLesson } from '../lessons/lesson.js'
import type { Procedure, Run } from './procedure.js'
import { oneLine } from './short-line.js'

interface FailureLesson {
  readonly text: string
  readonly lesson: Lesson
}

/**
 * What a failed run teaches, in its own words: the step, the error and the context, nothing else. Undefined when the
 * failure says neither what went wrong nor where. It applies where it happened, else wherever the skill does.
 */
export function lessonOfFailure({ steps, trigger_pattern }: Procedure, run: Run): FailureLesson | undefined {
  if (run.success || (run.error === undefined && run.failed_step === undefined)) return undefined
  const step = steps.find(({ order }) => order === run.failed_step)
  const where = step === undefined ? 'Failed' : `Step ${step.order} (${oneLine(step.action)}) failed`
  const key_lesson = run.error === undefined ? where : `${where}: ${run.error}`
  return {
    text: run.context === undefined ? key_lesson : `${key_lesson}\n${run.context}`,
    lesson: newLesson({ key_lesson, context_to_prefer: run.context ?? trigger_pattern, outcome: 'failure' }),
  }
}
