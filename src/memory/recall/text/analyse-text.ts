import type { TokenSpace } from '../../../ports/token-space.js'
import { runWhole, type Slices } from '../../slices.js'
import { maxStoredTokens } from '../constants.js'
import { dateTerms } from '../query/date-terms.js'
import { isQuestion } from '../query/question.js'
import { namesTime } from '../query/time-words.js'
import { type AnswerIndex, toAnswerIndex } from './answer-index.js'
import { type Chunk, chunksOf } from './chunks.js'
import { contentTokens } from './content-tokens.js'
import { normalise } from './fold.js'
import { detectLanguage } from './language.js'
import { piecesOf } from './pieces.js'
import { saidAs } from './said-as.js'
import { speakerOf } from './speaker.js'
import { type Stem, stemOf } from './stems.js'
import type { TextIndex } from './text-index.js'
import { wordsIn } from './word-cache.js'
import type { Word } from './words.js'

export interface TextContext {
  readonly speaker?: string | null
}

/** Chunks between two stops: about a millisecond, unless they are long. */
const chunksPerSlice = 512

/** Counts the terms of all chunks, and the length for BM25. */
function* countTerms(chunks: readonly (readonly Word[])[]): Slices<{ terms: Map<string, number>; length: number }> {
  const terms = new Map<string, number>()
  let length = 0
  const hasContent = chunks.some((words) => words.some((word) => !word.isStop))
  const isOneWord = chunks.reduce((sum, words) => sum + words.length, 0) === 1
  for (const [place, words] of chunks.entries()) {
    if (place % chunksPerSlice === chunksPerSlice - 1) yield
    for (const word of words) {
      if (word.isStop && hasContent) continue
      for (const term of word.terms) terms.set(term, (terms.get(term) ?? 0) + 1)
      // Compounds and single Han characters are indexed besides their parts and do not add to the length.
      if (!word.isIndexOnly && (!word.isWhole || isOneWord)) length++
    }
  }
  return { terms, length }
}

/** A text in the words of its language, before they are counted. */
export interface TextReading {
  readonly text: string
  readonly normal: string
  readonly chunks: readonly Chunk[]
  readonly language: string | null
  readonly stem: Stem
}

/** A promise only while a library is being loaded, which makes imports faster (`npm run bench:import`). */
export function* readText(text: string): Slices<TextReading | Promise<TextReading>> {
  const normal = normalise(text)
  const chunks = yield* chunksOfPieces(normal)
  const spaced: string[] = []
  for (const chunk of chunks) if (chunk.kind === 'spaced') spaced.push(chunk.text.toLowerCase())
  yield
  const language = detectLanguage(normal, spaced)
  const withLanguage = (language: string | null): TextReading | Promise<TextReading> => {
    const stem = stemOf(language ?? 'en')
    const reading = { text, normal, chunks, language }
    return stem instanceof Promise ? stem.then((loaded) => ({ ...reading, stem: loaded })) : { ...reading, stem }
  }
  return language instanceof Promise ? language.then(withLanguage) : withLanguage(language)
}

function* chunksOfPieces(text: string): Slices<readonly Chunk[]> {
  const chunks: Chunk[] = []
  for (const piece of piecesOf(text)) {
    for (const chunk of chunksOf(piece)) chunks.push(chunk)
    yield
  }
  return chunks
}

/** What a text is found by. */
function* indexWords({ text, normal, chunks, language, stem }: TextReading, tokens: TokenSpace) {
  const { terms, length } = yield* countTerms(yield* wordsIn(chunks, language ?? 'en', stem))
  yield
  const hasTime = namesTime(normal)
  if (hasTime) for (const term of dateTerms(normal)) terms.set(term, 1)
  yield
  const content = yield* contentTokens(tokens, text)
  const kept = new Uint16Array(content.length > maxStoredTokens ? content.slice(0, maxStoredTokens) : content)
  return { terms, length, tokens: kept, contentTokens: content.length, namesTime: hasTime }
}

/** Everything that recall needs from the text. */
export function* indexText(reading: TextReading, tokens: TokenSpace, context: TextContext = {}): Slices<TextIndex> {
  const words = yield* indexWords(reading, tokens)
  const { normal, language } = reading
  return {
    terms: words.terms,
    length: words.length,
    tokens: words.tokens,
    contentTokens: words.contentTokens,
    isQuestion: isQuestion(normal),
    namesTime: words.namesTime,
    saidAs: saidAs(normal),
    speaker: speakerOf(normal, context.speaker),
    language,
  }
}

/** REC25: a question that a memory answers, read and indexed at once. How it is said does not matter. */
export function analyseAnswer(text: string, tokens: TokenSpace): AnswerIndex | Promise<AnswerIndex> {
  const index = (reading: TextReading) => toAnswerIndex(runWhole(indexWords(reading, tokens)))
  const reading = runWhole(readText(text))
  return reading instanceof Promise ? reading.then(index) : index(reading)
}

/** Reads and indexes a short text at once. */
export function analyseText(
  text: string,
  tokens: TokenSpace,
  context: TextContext = {},
): TextIndex | Promise<TextIndex> {
  const index = (reading: TextReading) => runWhole(indexText(reading, tokens, context))
  const reading = runWhole(readText(text))
  return reading instanceof Promise ? reading.then(index) : index(reading)
}
