import { stemEnglish } from '../../recall/english-stem.js'
import { stopWords } from '../../recall/stop-words.js'

/** Of the words of a sentence, so many stand in one remembered text when the sentence only repeats it. */
const repeated = 0.8
/** With fewer words, sharing them says nothing. */
const fewest = 3

/** Whether a sentence says no more than one of the texts that were brought or recalled: it is known already. */
export function createEcho(remembered: readonly string[]): (sentence: string) => boolean {
  const known = remembered.map((text) => new Set(contentOf(text)))
  return (sentence) => {
    const words = [...new Set(contentOf(sentence))]
    if (words.length < fewest) return false
    return known.some((text) => words.filter((word) => text.has(word)).length / words.length >= repeated)
  }
}

function contentOf(text: string): readonly string[] {
  const stops = stopWords('en')
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  return words.filter((word) => !stops.has(word)).map(stemEnglish)
}
