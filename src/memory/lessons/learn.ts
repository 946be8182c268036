import type { Json } from '../memory.js'
import { shortLine } from '../procedural/short-line.js'
import { type Lesson, newLesson } from './lesson.js'
import type { Signal } from './signals.js'
import type { ToolCall } from './tool-calls.js'

/** A lesson that is not stored yet, and its origin. */
export interface LearntLesson {
  readonly lesson: Lesson
  readonly tags: readonly string[]
  /** The turns it was learnt from: the lesson is linked to their episodes and memories (RSB1). */
  readonly messageIds: readonly string[]
}

const maxPartLength = 200

/** RSB2: the lesson of a signal, only in words of the turns. */
export function lessonOf(signal: Signal): LearntLesson {
  return {
    lesson: newLesson(contentOf(signal)),
    tags: ['lesson', signal.kind],
    messageIds: signal.turns.map(({ messageId }) => messageId),
  }
}

function contentOf(signal: Signal): Pick<Lesson, 'key_lesson' | 'context_to_prefer' | 'outcome' | 'error'> {
  // A signal has at least one turn.
  const asked = shortLine(signal.turns.at(-1)!.userInput, maxPartLength)
  switch (signal.kind) {
    case 'recovery': {
      const { failed, worked } = signal
      const error = shortLine(failed.error ?? '', maxPartLength)
      const key_lesson = `${call(failed)} failed: ${error}. ${call(worked)} worked.`
      return { key_lesson, context_to_prefer: asked, outcome: 'success', error }
    }
    case 'correction':
      return {
        key_lesson: shortLine(signal.correction, 2 * maxPartLength),
        context_to_prefer: asked,
        outcome: 'failure',
      }
    case 'instruction': {
      const { text, isForbidding, when } = signal.instruction
      return { key_lesson: text, context_to_prefer: when ?? asked, outcome: isForbidding ? 'failure' : 'success' }
    }
    case 'repeated_success': {
      const { calls } = signal
      // Of several calls only the order of tools is the lesson, since the inputs belong to the task. Without a count, so
      // that the next success gives the same lesson (RSB3).
      const way = calls.length === 1 ? call(calls[0]!) : calls.map(({ name }) => name).join(', then ')
      const key_lesson = `Worked again: ${way}`
      return { key_lesson, context_to_prefer: asked, outcome: 'success' }
    }
  }
}

const call = ({ name, input }: ToolCall): string => `${name}${inputOf(input)}`

const inputOf = (input: Json): string =>
  input === null ? '' : ` ${shortLine(typeof input === 'string' ? input : JSON.stringify(input), maxPartLength)}`
