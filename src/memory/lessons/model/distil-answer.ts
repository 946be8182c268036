import { z } from 'zod'
import { stemEnglish } from '../../recall/english-stem.js'
import { contentOf } from '../../workspace/question-parts.js'
import { type LearntLesson, lessonOf } from '../learn.js'
import { newLesson } from '../lesson.js'
import type { Signal } from '../signals.js'
import { toolCallsIn } from '../tool-calls.js'
import { ModelLesson, mostLessons } from './distil-request.js'

const Answer = z.object({ lessons: z.array(z.unknown()) })

/**
 * RSB2: the lessons of the model's answer that trace to a signal, share its words and hold nothing that only the task
 * has; undefined when none does.
 */
export function fromModelLessons(answer: unknown, signals: readonly Signal[]): readonly LearntLesson[] | undefined {
  const { data } = Answer.safeParse(answer)
  const learnt = (data?.lessons ?? []).flatMap((told): readonly LearntLesson[] => {
    const { data: distilled } = ModelLesson.safeParse(told)
    const signal = distilled === undefined ? undefined : signals[distilled.signal - 1]
    if (distilled === undefined || signal === undefined) return []
    const { key_lesson, context_to_prefer } = distilled
    const byRules = lessonOf(signal)
    const whole = `${context_to_prefer} ${key_lesson}`
    if (hasLiteral(whole, signal) || !sharesWords(key_lesson, byRules, signal)) return []
    // What happened decides the outcome, not the model.
    return [{ ...byRules, lesson: newLesson({ key_lesson, context_to_prefer, outcome: byRules.lesson.outcome }) }]
  })
  return learnt.length === 0 ? undefined : learnt.slice(0, mostLessons)
}

const literal = /\d|[/_@\\#]|\p{L}\.\p{L}|["“”«»`]/u

/** A number, a path, an address, a quotation; a tool's name is none. */
function hasLiteral(text: string, { turns }: Signal): boolean {
  const tools = turns.flatMap(({ answer }) => toolCallsIn(answer?.toolCalls ?? null).map(({ name }) => name))
  const withoutTools = [...tools]
    .sort((a, b) => b.length - a.length)
    .reduce((rest, name) => rest.replaceAll(name, ' '), text)
  return literal.test(withoutTools)
}

/** Nothing is invented: what shares no word with what happened was not learnt from it. */
function sharesWords(distilled: string, { lesson }: LearntLesson, { turns }: Signal): boolean {
  const happened = [lesson.key_lesson, lesson.context_to_prefer, ...turns.map(({ answer }) => answer?.response ?? '')]
  const known = new Set(happened.flatMap(stemsOf))
  return stemsOf(distilled).some((stem) => known.has(stem))
}

const stemsOf = (text: string): readonly string[] => contentOf(text).map((word) => stemEnglish(word.toLowerCase()))
