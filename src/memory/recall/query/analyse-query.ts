import type { NearTokens, TokenSpace } from '../../../ports/token-space.js'
import { runWhole } from '../../slices.js'
import { maxQueryStems, maxQueryWords, softFloor } from '../constants.js'
import { chunksOf } from '../text/chunks.js'
import { contentTokens } from '../text/content-tokens.js'
import { fold, normalise } from '../text/fold.js'
import { languageByFunctionWords } from '../text/language.js'
import { quoted } from '../text/quotes.js'
import { stemOf } from '../text/stems.js'
import { wordsIn } from '../text/word-cache.js'
import { type Word, wordsOf } from '../text/words.js'
import { backgroundShare } from './background-share.js'
import type { Query, QueryPhrase, QueryWord } from './query.js'
import { questionAim, textAim } from './question-aim.js'
import { findTimeSpans } from './time-spans.js'
import { asksForTime, namesTime } from './time-words.js'

export interface QueryContext {
  readonly tokens: TokenSpace
  /** The time of the query, to which "last week" is relative. Milliseconds, UTC. */
  readonly now: number
  /** Languages in the store, most frequent first. */
  readonly languages: readonly string[]
  /** When true, a time is read only from words or dates: the number in "exit 137" is none. */
  readonly hasBareNumbers?: boolean
  /** When true, it is a memory's text, to compare others with: it asks for no times, and its names are words like others. */
  readonly isText?: boolean
}

const otherScript = /(?!\p{Script=Latin})\p{L}/u
const capitalised = /^\p{Lu}/u
const sentenceEnd = /[.!?:]["')\]]*$/
const code = /^(?=.*\p{L})(?=.*\p{N}).{3,}|^[A-Z]{5,}$|[_/\\@#]|\p{N}[.:-]\p{N}/u
const plainCompound = /^\p{L}+(?:[-'’]\p{L}+)+$/u

/** Numbers distinct items in order of first appearance. */
class Register<T> {
  readonly items: T[] = []
  private readonly places = new Map<T, number>()

  place(item: T): number {
    const known = this.places.get(item)
    if (known !== undefined) return known
    this.places.set(item, this.items.length)
    return this.items.push(item) - 1
  }
}

/** The first `maxQueryWords` distinct content words; stop words when there are no others. */
function wordsToFind(words: readonly Word[]): readonly Word[] {
  const content = words.filter((word) => !word.isStop)
  const distinct = new Map<string, Word>()
  for (const word of content.length > 0 ? content : words) {
    if (distinct.size < maxQueryWords && !distinct.has(word.terms[0])) distinct.set(word.terms[0], word)
  }
  return [...distinct.values()]
}

/** The token vocabulary is English: of other scripts it has only single letters, whose cosines are meaningless. */
function isSpelled({ isWhole, surface }: Word): boolean {
  return !isWhole && !otherScript.test(surface)
}

/** Words that are capitalised other than at the start of a sentence. */
function namesIn(text: string): ReadonlySet<string> {
  const names = new Set<string>()
  let isStart = true
  const pieces = text.split(/\s+/)
  pieces.forEach((piece, at) => {
    const word = chunksOf(piece)[0]?.text ?? ''
    if (capitalised.test(word)) {
      const next = chunksOf(pieces[at + 1] ?? '')[0]?.text ?? ''
      if (!isStart || /['’]s$/.test(word) || capitalised.test(next)) names.add(fold(word.replace(/['’]s$/, '')))
    }
    isStart = sentenceEnd.test(piece)
  })
  return names
}

/** The tokens near those that questions and memories share, as they came last: most come again. */
const maxNear = 8_000
const nearBySpace = new WeakMap<TokenSpace, Map<number, NearTokens>>()

/** Copies the arrays: sending a view of a pool to another thread would send the whole pool. */
function nearTo(token: number, space: TokenSpace): NearTokens {
  let known = nearBySpace.get(space)
  if (known === undefined || known.size >= maxNear) {
    known = new Map()
    nearBySpace.set(space, known)
  }
  let near = known.get(token)
  if (near === undefined) {
    const { tokens, cosines } = space.near(token, softFloor)
    near = { tokens: tokens.slice(), cosines: cosines.slice() }
    known.set(token, near)
  }
  return near
}

export const analyseQuery = async (text: string, context: QueryContext): Promise<Query> =>
  (await analyseWordings([text], context))[0]!

/** REC24: a question in several wordings. They share terms and tokens, so that one reading of the store serves all. */
export async function analyseWordings(texts: readonly string[], context: QueryContext): Promise<readonly Query[]> {
  const terms = new Register<string>()
  const tokens = new Register<number>()
  const wordings: Omit<Query, 'terms' | 'tokens' | 'near'>[] = []
  for (const text of texts) wordings.push(await analyseWording(text, context, terms, tokens))
  const shared = {
    terms: terms.items,
    tokens: tokens.items,
    near: tokens.items.map((token) => nearTo(token, context.tokens)),
  }
  return wordings.map((wording) => ({ ...wording, ...shared }))
}

async function analyseWording(
  text: string,
  { tokens, now, languages, hasBareNumbers = false, isText = false }: QueryContext,
  terms: Register<string>,
  tokenRegister: Register<number>,
): Promise<Omit<Query, 'terms' | 'tokens' | 'near'>> {
  const normal = normalise(text)
  const chunks = chunksOf(normal)
  const lower = chunks.map((chunk) => chunk.text.toLowerCase())
  const stemLanguages = [...new Set(['en', ...languages])].slice(0, maxQueryStems)
  const language = languageByFunctionWords(lower, stemLanguages)?.language ?? 'en'
  const stems = await Promise.all(stemLanguages.map(stemOf))
  // With one stemmer its words are those of the texts, which are split already.
  const splitAll = (from: typeof chunks): readonly (readonly Word[])[] =>
    stems.length === 1 && stemLanguages[0] === language
      ? runWhole(wordsIn(from, language, stems[0]))
      : from.map((chunk) => wordsOf(chunk, stems, language))
  const take = (from: typeof chunks) =>
    wordsToFind(
      splitAll(from)
        .flat()
        .filter((word) => !word.isIndexOnly),
    )

  const asksNoTime = isText || (hasBareNumbers && !namesTime(normal))
  const spans = asksNoTime ? [] : await findTimeSpans(normal, now)
  const timeWords = new Set(spans.flatMap((span) => take(chunksOf(span.text)).map((word) => word.terms[0])))
  // German capitalises every noun.
  const names = isText || language === 'de' ? new Set<string>() : namesIn(normal)
  const found = take(chunks)
  const words: QueryWord[] = found.map((word) => {
    const spelling = isSpelled(word) ? runWhole(contentTokens(tokens, word.surface)) : []
    return {
      surface: word.surface,
      terms: word.terms.map((term) => terms.place(term)),
      tokens: spelling.map((token) => tokenRegister.place(token)),
      isName: names.has(word.terms[0]) && !timeWords.has(word.terms[0]),
      isTime: timeWords.has(word.terms[0]),
      isIdentifier: code.test(word.surface) && !plainCompound.test(word.surface),
      isWhole: word.isWhole,
      background: backgroundShare(spelling),
    }
  })

  const places = new Map(found.map((word, place) => [word.terms[0], place]))
  const phrases: QueryPhrase[] = [...normal.matchAll(quoted)].map((match) => {
    const phrase = match.slice(1).find((group) => group !== undefined) ?? ''
    const inPhrase = take(chunksOf(phrase)).map((word) => places.get(word.terms[0]))
    return { text: phrase, words: inPhrase.filter((place) => place !== undefined) }
  })

  const dateTerms = [...new Set(spans.flatMap((span) => span.terms))].map((term) => terms.place(term))
  return {
    text,
    languages: stemLanguages,
    words,
    vocabulary: tokens.size,
    piecedShare: words.filter((word) => word.tokens.length !== 1).length / Math.max(1, words.length),
    phrases,
    spans,
    dateTerms,
    asksForTime: asksForTime(normal),
    aim: isText ? textAim(normal) : questionAim(normal),
    isVague: found.every((word) => word.isStop),
    now,
    folded: new Set(chunks.map((chunk) => fold(chunk.text.replace(/['’]s$/i, '')))),
  }
}
