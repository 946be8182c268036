import type { Facets } from '../memory.js'
import { stemEnglish } from '../recall/text/english-stem.js'
import { contentOf } from '../workspace/question-parts.js'

/** A question that has this many words of an error message, and half of it, asks about the error. */
const minQuotedWords = 3

/**
 * RSB4: whether all that a question shares with a lesson is a word or two of the error message that the lesson quotes.
 * Such a word says nothing about the task that the lesson was learnt in.
 */
export function matchesErrorAlone(question: string, text: string, error: string): boolean {
  const asked = stemsOf(question)
  const task = stemsOf(text.replace(error, ' '))
  if ([...asked].some((stem) => task.has(stem))) return false
  const quoted = stemsOf(error)
  const shared = [...asked].filter((stem) => quoted.has(stem)).length
  return shared > 0 && shared < Math.max(minQuotedWords, quoted.size / 2)
}

/** The error message that a lesson quotes: of the run of a skill, or of a tool. */
export function quotedError({ error, reported }: Facets): string | undefined {
  if (typeof error === 'string') return error
  const isObject = typeof reported === 'object' && reported !== null && 'error' in reported
  return isObject && typeof reported.error === 'string' ? reported.error : undefined
}

const stemsOf = (text: string): ReadonlySet<string> =>
  new Set(contentOf(text).map((word) => stemEnglish(word.toLowerCase())))
