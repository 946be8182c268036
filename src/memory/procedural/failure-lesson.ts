import { type Lesson, newLesson } from '../lessons/lesson.js'
import type { Facets } from '../memory.js'
import type { Procedure, Run, RunWords } from './procedure.js'
import { oneLine } from './short-line.js'

interface FailureLesson {
  readonly text: string
  readonly lesson: Lesson & { readonly reported: RunWords }
}

/**
 * What a failed run teaches, in its own words: the step, the error and the context, or else that the skill failed. It
 * applies where it happened, else wherever the skill does. Undefined for a run that worked.
 */
export function lessonOfFailure({ name, steps, trigger_pattern }: Procedure, run: Run): FailureLesson | undefined {
  if (run.success) return undefined
  const step = steps.find(({ order }) => order === run.failed_step)
  const where = step === undefined ? 'Failed' : `Step ${step.order} (${oneLine(step.action)}) failed`
  const saysNothing = step === undefined && run.error === undefined && name !== ''
  const what = saysNothing ? `${oneLine(name)} failed` : where
  const key_lesson = run.error === undefined ? what : `${what}: ${run.error}`
  return {
    text: run.context === undefined ? key_lesson : `${key_lesson}\n${run.context}`,
    lesson: {
      ...newLesson({ key_lesson, context_to_prefer: run.context ?? trigger_pattern, outcome: 'failure' }),
      reported: wordsOf(run),
    },
  }
}

/** The run as the skill keeps it: its words are the lesson's alone, so that forgetting them there is enough. */
export function withLesson({ error: _, context: __, ...run }: Run, lesson: string): Run {
  return { ...run, lesson }
}

/** The run as it was reported, as far as its lesson is there. */
export function asReported(run: Run, lesson: Facets | undefined): Run {
  // Written by `lessonOfFailure`, or not there.
  return { ...run, ...(lesson?.reported as RunWords | undefined) }
}

const wordsOf = ({ error, context }: Run): RunWords => ({
  ...(error === undefined ? {} : { error }),
  ...(context === undefined ? {} : { context }),
})
