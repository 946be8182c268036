import { type Lesson, newLesson } from '../lessons/lesson.js'
import type { Facets } from '../memory.js'
import type { Procedure, Run, RunWords } from './procedure.js'
import { oneLine } from './short-line.js'

interface FailureLesson {
  readonly text: string
  readonly lesson: Lesson & { readonly reported: RunWords }
}

/**
 * The lesson of a failed run, in its own words: the step, the error and the context, or else that the skill failed. It
 * applies in the context of the run, else wherever the skill applies; the task comes first, since it is found by that
 * (RSB4). Undefined for a run that worked.
 */
export function lessonOfFailure({ name, steps, trigger_pattern }: Procedure, run: Run): FailureLesson | undefined {
  if (run.success) return undefined
  const step = steps.find(({ order }) => order === run.failed_step)
  const where = step === undefined ? 'Failed' : `Step ${step.order} (${oneLine(step.action)}) failed`
  const hasNoDetails = step === undefined && run.error === undefined && name !== ''
  const what = hasNoDetails ? `${oneLine(name)} failed` : where
  const key_lesson = run.error === undefined ? what : `${what}: ${run.error}`
  return {
    text: [
      ...taskOf(name, trigger_pattern).filter((task) => !key_lesson.includes(task)),
      key_lesson,
      ...(run.context === undefined ? [] : [run.context]),
    ].join('\n'),
    lesson: {
      ...newLesson({ key_lesson, context_to_prefer: run.context ?? trigger_pattern, outcome: 'failure' }),
      reported: wordsOf(run),
    },
  }
}

/** The name and the trigger of the skill, as far as they differ. */
function taskOf(name: string, trigger: string): readonly string[] {
  const [task, when] = [oneLine(name), oneLine(trigger)]
  if (when === '' || task.toLowerCase().includes(when.toLowerCase())) return task === '' ? [] : [task]
  return task === '' || when.toLowerCase().includes(task.toLowerCase()) ? [when] : [task, when]
}

/** The run as the skill stores it: only the lesson has its words, so that erasing the lesson erases them. */
export function withLesson({ error: _, context: __, ...run }: Run, lesson: string): Run {
  return { ...run, lesson }
}

/** The run as it was reported, with the words of its lesson if that still exists. */
export function asReported(run: Run, lesson: Facets | undefined): Run {
  // `lessonOfFailure` is the only writer of this facet.
  return { ...run, ...(lesson?.reported as RunWords | undefined) }
}

const wordsOf = ({ error, context }: Run): RunWords => ({
  ...(error === undefined ? {} : { error }),
  ...(context === undefined ? {} : { context }),
})
