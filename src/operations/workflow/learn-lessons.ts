import { WorldWeaverError } from '../../errors.js'
import { type LearntLesson, lessonOf } from '../../memory/lessons/learn.js'
import { fromModelLessons } from '../../memory/lessons/model/distil-answer.js'
import { toDistilRequest } from '../../memory/lessons/model/distil-request.js'
import type { Signal } from '../../memory/lessons/signals.js'
import type { Caller } from '../machinery/caller.js'
import { askModelWithTimeout, reasonOf } from './ask-model-in-time.js'
import { storeLesson } from './store-lesson.js'
import type { WorkflowContext } from './workflow-context.js'

/** Closing the server may wait this long for it. */
const distillingMs = 10_000

/** RSB2: stores what the signals of one turn teach; `groundsOf` gives the memories that show it. */
export async function learnLessons(
  signals: readonly Signal[],
  groundsOf: (lesson: LearntLesson) => Promise<readonly string[]>,
  context: WorkflowContext,
  caller: Caller,
): Promise<void> {
  // A user's instruction is a lesson word for word; other signals have to be put into words.
  const instructions = signals.filter(({ kind }) => kind === 'instruction')
  const others = signals.filter(({ kind }) => kind !== 'instruction')
  for (const lesson of [...(await distil(others, context)), ...instructions.map(lessonOf)]) {
    await storeLesson(lesson, await groundsOf(lesson), context, caller)
  }
}

/** Uses the model if there is one; if it fails or gives nothing usable, the rules describe what happened. */
async function distil(
  signals: readonly Signal[],
  { languageModel, log }: WorkflowContext,
): Promise<readonly LearntLesson[]> {
  if (languageModel === undefined || signals.length === 0) return signals.map(lessonOf)
  try {
    const answer = await askModelWithTimeout(languageModel, toDistilRequest(signals), distillingMs)
    const lessons = fromModelLessons(answer, signals)
    if (lessons !== undefined) return lessons
    throw new WorldWeaverError('internal_error', `${languageModel.name} returned no usable lessons`)
  } catch (error) {
    log.warn('lessons are written by rules', { reason: reasonOf(error, languageModel) })
    return signals.map(lessonOf)
  }
}
