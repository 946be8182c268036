import { stopWords } from '../recall/text/stop-words.js'
import { isFunctionWord } from './function-words.js'
import { stripInjections } from './injected.js'
import { isPlainRequestWord, isRequestWord } from './request-words.js'

/** One query to memory for a prompt. */
export interface PromptPart {
  readonly text: string
  /** After a failure, the line that reports it; what else the query says only helps to rank. */
  readonly errorLine?: string
}

/** A longer prompt contains a pasted file; its beginning says what it is about. */
const maxPromptLength = 4_000
/** A longer prompt is about several things and is queried in parts only. */
const maxWholeLength = 400
const maxPartLength = 300
const maxParts = 6
const stops = stopWords('en')

// A sentence, a line, or what stands on either side of "and", "then", "because": each may be about something else.
const boundary = /[.!?;:](?=\s|$)|\n+|,\s|\s(?:and|then|but|because|since|so that|while|und|dann)\s/giu
const word = /[\p{L}\p{N}_]{3,}/gu

/** The prompt as a whole, and its parts when several of them have a subject; nothing when the prompt has none. */
export function partsOf(prompt: string): readonly PromptPart[] {
  const own = userText(prompt)
  if (!hasSubject(own, 1)) return []
  const pieces = own.split(boundary).filter((piece) => piece.trim() !== '')
  const parts = pieces.map((piece) => piece.trim().slice(0, maxPartLength)).filter((part) => hasSubject(part, 2))
  const distinct = pieces.length === 1 && own.length <= maxWholeLength ? [] : [...new Set(parts)].slice(0, maxParts)
  return [...(own.length <= maxWholeLength ? [{ text: own }] : []), ...distinct.map((text) => ({ text }))]
}

/**
 * Whether every word is a function word or a listed request word. A cheap check without stemming: `partsOf` may find
 * no subject in other prompts either.
 */
export const hasNoSubject = (prompt: string): boolean =>
  wordsOf(userText(prompt)).every((each) => stops.has(each) || isPlainRequestWord(each))

/** Whether at least `min` words are no stop words, function words or request words. */
function hasSubject(text: string, min: number): boolean {
  return wordsOf(text).filter((each) => !stops.has(each) && !isFunctionWord(each) && !isRequestWord(each)).length >= min
}

/** What the user wrote, without what hooks injected. */
const userText = (prompt: string): string => stripInjections(prompt).slice(0, maxPromptLength).trim()

/** The words of three letters or more, in lower case. */
const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(word) ?? []
