import { WorldWeaverError } from '../../errors.js'
import { type LearntLesson, lessonOf } from '../../memory/lessons/learn.js'
import { fromModelLessons } from '../../memory/lessons/model/distil-answer.js'
import { toDistilRequest } from '../../memory/lessons/model/distil-request.js'
import type { Signal } from '../../memory/lessons/signals.js'
import type { Caller } from '../caller.js'
import { askInTime, reasonOf } from './ask-in-time.js'
import { keepLesson } from './keep-lesson.js'
import type { WorkflowContext } from './workflow-context.js'

/** As long as closing may have to wait for it. */
const distillingMs = 10_000

/** RSB2: what these signals of one turn teach; `groundsOf` are the memories that show it. */
export async function learnLessons(
  signals: readonly Signal[],
  groundsOf: (lesson: LearntLesson) => Promise<readonly string[]>,
  context: WorkflowContext,
  caller: Caller,
): Promise<void> {
  // What the user demands is a lesson as it is said; the rest has to be put into words.
  const told = signals.filter(({ kind }) => kind === 'instruction')
  const shown = signals.filter(({ kind }) => kind !== 'instruction')
  for (const lesson of [...(await distil(shown, context)), ...told.map(lessonOf)]) {
    await keepLesson(lesson, await groundsOf(lesson), context, caller)
  }
}

/** By the model if there is one; when it fails, or nothing that it says can be used, in the words of what happened. */
async function distil(
  signals: readonly Signal[],
  { languageModel, log }: WorkflowContext,
): Promise<readonly LearntLesson[]> {
  if (languageModel === undefined || signals.length === 0) return signals.map(lessonOf)
  try {
    const lessons = fromModelLessons(await askInTime(languageModel, toDistilRequest(signals), distillingMs), signals)
    if (lessons !== undefined) return lessons
    throw new WorldWeaverError('internal_error', `${languageModel.name} distilled nothing that can be used`)
  } catch (error) {
    log.warn('lessons by rules', { reason: reasonOf(error, languageModel) })
    return signals.map(lessonOf)
  }
}
