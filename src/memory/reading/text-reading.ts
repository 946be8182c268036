import type { ParseDates } from '../recall/query/date-parser.js'
import type { Slices } from '../slices.js'
import { type Amount, amountsIn } from './amounts.js'
import { datesIn, type ReadDate } from './dates.js'
import { type ItemList, listIn } from './items.js'
import { type MarkedSentence, sentencesOf } from './sentences.js'

/** GWT20: what is recognised in a sentence; places are those in the sentence's text. */
export interface SentenceReading extends MarkedSentence {
  readonly amounts: readonly Amount[]
  readonly dates: readonly ReadDate[]
  /** "flour 412.50, butter 98"; null where an amount has no part of its own. */
  readonly list: ItemList | null
}

export interface TextReading {
  readonly sentences: readonly SentenceReading[]
  /** False when only the beginning of a long text was read. */
  readonly isWhole: boolean
}

/** Bounds the price of a text; what people note is shorter. */
const maxCharacters = 20_000

/** Recognises what a text holds, told at `at`, a sentence at a time. */
export function* readText(text: string, at: number, parse: ParseDates): Slices<TextReading> {
  const sentences: SentenceReading[] = []
  for (const sentence of sentencesOf(text.slice(0, maxCharacters))) {
    const dates = datesIn(sentence.text, at, parse)
    const amounts = amountsIn(sentence.text, dates)
    sentences.push({ ...sentence, amounts, dates, list: listIn(sentence.text, amounts, dates) })
    yield
  }
  return { sentences, isWhole: text.length <= maxCharacters }
}
