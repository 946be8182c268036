import { stemEnglish } from '../../recall/text/english-stem.js'
import { stopWords } from '../../recall/text/stop-words.js'

/** A sentence repeats a text that contains at least this share of its words. */
const minShare = 0.8
/** A sentence with fewer words is never a repetition. */
const minWords = 3

/** Returns a check whether a sentence only repeats one of the texts that were injected or recalled. */
export function createRepetitionCheck(remembered: readonly string[]): (sentence: string) => boolean {
  const known = remembered.map((text) => new Set(contentOf(text)))
  return (sentence) => {
    const words = [...new Set(contentOf(sentence))]
    if (words.length < minWords) return false
    return known.some((text) => words.filter((word) => text.has(word)).length / words.length >= minShare)
  }
}

function contentOf(text: string): readonly string[] {
  const stops = stopWords('en')
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  return words.filter((word) => !stops.has(word)).map(stemEnglish)
}
