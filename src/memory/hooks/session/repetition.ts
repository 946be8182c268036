import { stemEnglish } from '../../recall/text/english-stem.js'
import { stopWords } from '../../recall/text/stop-words.js'

/** A sentence repeats a text that contains at least this share of its words. */
const minShare = 0.8
/** A sentence with fewer words is never a repetition. */
const minWords = 3

/** Returns a check whether a sentence only repeats one of the texts that were injected or recalled. */
export function createRepetitionCheck(remembered: readonly string[]): (sentence: string) => boolean {
  const known = remembered.flatMap(statements).map(contentWords)
  return (sentence) => repeatsOneOf(contentWords(sentence), known)
}

/** Longer texts hold many statements: a sentence with words of all of them repeats none. */
const maxWhole = 600
const boundary = /\n|(?<=[.!?])\s|"[,:]\s?"?/

/** The statements of a text, which may be lines of a file or JSON that a tool returned. */
function statements(text: string): readonly string[] {
  const parts = text.split(boundary)
  return text.length <= maxWhole ? [text, ...parts] : parts
}

/** The text without the statements that say what one of the others says. */
export function withoutStatements(text: string, others: readonly string[]): string {
  if (others.length === 0) return text
  const left = others.flatMap((each) => [...each.split('\n'), ...each.split(boundary)]).map(contentWords)
  const isLeftOut = (words: ReadonlySet<string>) => left.some((each) => repeatsOneOf(each, [words]))
  return text
    .split(boundary)
    .filter((part) => !isLeftOut(contentWords(part)))
    .join('\n')
}

/** Whether at least one of the texts says all but the same. */
export function repeatsOneOf(words: ReadonlySet<string>, known: readonly ReadonlySet<string>[]): boolean {
  if (words.size < minWords) return false
  return known.some((text) => [...words].filter((word) => text.has(word)).length / words.size >= minShare)
}

/** The stems of a text's words, without stop words. */
export function contentWords(text: string): ReadonlySet<string> {
  const stops = stopWords('en')
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  return new Set(words.filter((word) => !stops.has(word)).map(stemEnglish))
}
