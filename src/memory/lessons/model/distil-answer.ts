import { z } from 'zod'
import { stemEnglish } from '../../recall/text/english-stem.js'
import { contentOf } from '../../workspace/question-parts.js'
import { type LearntLesson, lessonOf } from '../learn.js'
import { newLesson } from '../lesson.js'
import type { Signal } from '../signals.js'
import { toolCallsIn } from '../tool-calls.js'
import { ModelLesson, maxLessons } from './distil-request.js'

const Answer = z.object({ lessons: z.array(z.unknown()) })

/**
 * RSB2: the lessons of the model's answer that refer to a signal, share its words and contain no literals of the task;
 * undefined when there are none.
 */
export function fromModelLessons(answer: unknown, signals: readonly Signal[]): readonly LearntLesson[] | undefined {
  const { data } = Answer.safeParse(answer)
  const learnt = (data?.lessons ?? []).flatMap((entry): readonly LearntLesson[] => {
    const { data: distilled } = ModelLesson.safeParse(entry)
    const signal = distilled === undefined ? undefined : signals[distilled.signal - 1]
    if (distilled === undefined || signal === undefined) return []
    const { key_lesson, context_to_prefer } = distilled
    const byRules = lessonOf(signal)
    const whole = `${context_to_prefer} ${key_lesson}`
    if (hasLiteral(whole, signal) || !sharesWords(key_lesson, byRules, signal)) return []
    // The signal decides the outcome, not the model.
    return [{ ...byRules, lesson: newLesson({ key_lesson, context_to_prefer, outcome: byRules.lesson.outcome }) }]
  })
  return learnt.length === 0 ? undefined : learnt.slice(0, maxLessons)
}

const literal = /\d|[/_@\\#]|\p{L}\.\p{L}|["“”«»`]/u

/** Whether the text contains a number, path, address or quotation; names of tools are allowed. */
function hasLiteral(text: string, { turns }: Signal): boolean {
  const tools = turns.flatMap(({ answer }) => toolCallsIn(answer?.toolCalls ?? null).map(({ name }) => name))
  const withoutTools = [...tools]
    .sort((a, b) => b.length - a.length)
    .reduce((rest, name) => rest.replaceAll(name, ' '), text)
  return literal.test(withoutTools)
}

/** Rejects inventions: a lesson must share a word with the turns it was learnt from. */
function sharesWords(distilled: string, { lesson }: LearntLesson, { turns }: Signal): boolean {
  const happened = [lesson.key_lesson, lesson.context_to_prefer, ...turns.map(({ answer }) => answer?.response ?? '')]
  const known = new Set(happened.flatMap(stemsOf))
  return stemsOf(distilled).some((stem) => known.has(stem))
}

const stemsOf = (text: string): readonly string[] => contentOf(text).map((word) => stemEnglish(word.toLowerCase()))
