import { stopWords } from '../recall/stop-words.js'
import { ownWords, wordsOf } from './own-words.js'
import { isPlainRequestWord } from './request-words.js'

const stops = stopWords('en')

/** Whether a look at the prompt is enough to tell that it is about nothing; others may turn out to be so, too. */
export const saysNothing = (prompt: string): boolean =>
  wordsOf(ownWords(prompt)).every((word) => stops.has(word) || isPlainRequestWord(word))
