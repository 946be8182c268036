import { stopWords } from '../recall/stop-words.js'
import { ownWords, wordsOf } from './own-words.js'
import { isRequestWord } from './request-words.js'

/** What is asked of memory for one prompt. */
export interface PromptPart {
  readonly text: string
  readonly isPart: boolean
}

/** One question can be about so much; more is asked in parts only. */
const longestWhole = 400
const longestPart = 300
const mostParts = 6
const stops = stopWords('en')

// A sentence, a line, or what stands on either side of "and", "then", "because": each may be about something else.
const boundary = /[.!?;:](?=\s|$)|\n+|,\s|\s(?:and|then|but|because|since|so that|while|und|dann)\s/giu

/** The prompt as a whole, and its parts when it has several that say something; nothing when it says nothing. */
export function partsOf(prompt: string): readonly PromptPart[] {
  const own = ownWords(prompt)
  if (!saysSomething(own, 1)) return []
  const pieces = own.split(boundary).filter((piece) => piece.trim() !== '')
  const parts = pieces.map((piece) => piece.trim().slice(0, longestPart)).filter((part) => saysSomething(part, 2))
  const distinct = pieces.length === 1 && own.length <= longestWhole ? [] : [...new Set(parts)].slice(0, mostParts)
  return [
    ...(own.length <= longestWhole ? [{ text: own, isPart: false }] : []),
    ...distinct.map((text) => ({ text, isPart: true })),
  ]
}

/** Whether it has at least so many words that are neither function words nor words of requesting. */
function saysSomething(text: string, least: number): boolean {
  const words = wordsOf(text)
  return words.filter((each) => !stops.has(each) && !isRequestWord(each)).length >= least
}
