import type { JsonObject } from '../../../memory.js'
import type { Amount } from '../../../reading/amounts.js'
import { type Fact, isStated } from '../../../reading/facts.js'
import type { SentenceReading, TextReading } from '../../../reading/text-reading.js'
import type { SaidAs } from '../../../recall/text/sentence-mark.js'
import { stopWords } from '../../../recall/text/stop-words.js'
import { wordsIn } from '../../phrases.js'
import { wordForms } from '../word-forms.js'

/** A memory that was read whole. */
export interface ReadMemory {
  readonly id: string
  readonly text: string
  readonly at: number
  readonly saidAs: SaidAs | null
  readonly reading: TextReading
  readonly facts: readonly Fact[]
}

/** All memories that contain a word. */
export interface Mentions {
  readonly memories: readonly ReadMemory[]
  /** False when there may be more: then nothing can be computed. */
  readonly isComplete: boolean
}

/** Yields a word and is given the memories that contain it. */
export type ProseWalk<Result> = Generator<string, Result, Mentions>

/** What was computed, and from what. */
export interface ProseAnswer {
  readonly answer: string
  readonly operation: string
  readonly used: readonly ReadMemory[]
  /** Memories with amounts that do not count, by their ids, and why. */
  readonly leftOut?: JsonObject
}

export interface Period {
  readonly from: number
  readonly to: number
}

/** A question that is about to be computed. */
export interface ProseQuestion {
  /** Without the question mark, with single spaces. */
  readonly text: string
  readonly now: number
}

const formsOf = (text: string): ReadonlySet<string> => new Set(wordsIn(text).flatMap(({ key }) => wordForms(key)))

/** Whether the text contains all the words, in any of their forms. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const forms = formsOf(text)
  return words.every((word) => wordForms(word).some((form) => forms.has(form)))
}

/** The words of a phrase, without those that carry no meaning of their own. */
export const contentWords = (phrase: string): readonly string[] =>
  wordsIn(phrase)
    .map(({ key }) => key)
    .filter((key) => !/^(?:the|a|an|my|our|of|for|and)$/.test(key))

/** The memories with all the words; undefined when they are not all known. */
export function* findMentions(words: readonly string[]): ProseWalk<readonly ReadMemory[] | undefined> {
  const [rarest] = [...words].sort((a, b) => b.length - a.length)
  if (rarest === undefined) return undefined
  const { memories, isComplete } = yield rarest
  const found = memories.filter(({ text }) => hasWords(text, words))
  return isComplete && found.every(({ reading }) => reading.isWhole) ? found : undefined
}

/**
 * The memories about a thing that may be named in short: "the market stall" is "the stall" where no other stall is told of.
 * Undefined when they are not all known, or the longer name is of none or of one among several.
 */
export function* findThing(words: readonly string[]): ProseWalk<readonly ReadMemory[] | undefined> {
  const [head, ...before] = [...words].reverse()
  if (head === undefined) return undefined
  const found = yield* findMentions([head])
  if (before.length === 0 || found === undefined) return found
  const named = new Set(found.flatMap(({ text }) => wordBefore(text, head)))
  return [...named].every((word) => hasWords(word, before.slice(0, 1))) && named.size > 0 && before.length === 1
    ? found
    : undefined
}

/** The content word right before each mention of a noun; none where an article, a sign or the beginning stands there. */
function wordBefore(text: string, noun: string): readonly string[] {
  const words = wordsIn(text)
  return words.flatMap(({ surface }, at) => {
    const before = words[at - 1]
    if (before === undefined || before.endsClause || !hasWords(surface, [noun])) return []
    return stopWords('en').has(before.key) ? [] : [before.key]
  })
}

/** Amounts that may be money: those with a currency, and numbers alone. */
export const isMoneyLike = ({ kind }: Amount): boolean => kind === 'money' || kind === 'number'

export const amountsOf = ({ reading }: ReadMemory): readonly Amount[] =>
  reading.sentences.flatMap(({ amounts }) => amounts)

export const sentenceOf = ({ reading }: ReadMemory, amount: Amount): number =>
  reading.sentences.findIndex(({ amounts }) => amounts.includes(amount))

/** Whether it is told as a fact, in each of these sentences too. */
export const isFact = ({ saidAs }: ReadMemory, sentences: readonly SentenceReading[]): boolean =>
  saidAs === null && sentences.every(isStated)

export const isIn = (time: number, period: Period | undefined): boolean =>
  period === undefined || (period.from <= time && time < period.to)
