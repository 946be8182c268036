import type { TokenSpace } from '../../../ports/token-space.js'
import { maxStoredTokens } from '../constants.js'
import { dateTerms } from '../query/date-terms.js'
import { isQuestion } from '../query/question.js'
import { namesTime } from '../query/time-words.js'
import { chunksOf } from './chunks.js'
import { contentTokens } from './content-tokens.js'
import { normalise } from './fold.js'
import { detectLanguage } from './language.js'
import { saidAs } from './said-as.js'
import { speakerOf } from './speaker.js'
import { type Stem, stemOf } from './stems.js'
import type { TextIndex } from './text-index.js'
import { wordsIn } from './word-cache.js'
import type { Word } from './words.js'

export interface TextContext {
  readonly speaker?: string | null
}

/** Counts the terms of all chunks, and the length for BM25. */
function countTerms(chunks: readonly (readonly Word[])[]): { terms: Map<string, number>; length: number } {
  const terms = new Map<string, number>()
  let length = 0
  const hasContent = chunks.some((words) => words.some((word) => !word.isStop))
  const isOneWord = chunks.reduce((sum, words) => sum + words.length, 0) === 1
  for (const words of chunks) {
    for (const word of words) {
      if (word.isStop && hasContent) continue
      for (const term of word.terms) terms.set(term, (terms.get(term) ?? 0) + 1)
      // Compounds and single Han characters are indexed besides their parts and do not add to the length.
      if (!word.isIndexOnly && (!word.isWhole || isOneWord)) length++
    }
  }
  return { terms, length }
}

/** Everything that recall needs from the text. Returns a promise only while a library is being loaded. */
export function analyseText(
  text: string,
  tokens: TokenSpace,
  context: TextContext = {},
): TextIndex | Promise<TextIndex> {
  const normal = normalise(text)
  const chunks = chunksOf(normal)
  const spaced: string[] = []
  for (const chunk of chunks) if (chunk.kind === 'spaced') spaced.push(chunk.text.toLowerCase())
  const language = detectLanguage(normal, spaced)

  const finish = (language: string | null, stem: Stem): TextIndex => {
    const { terms, length } = countTerms(wordsIn(chunks, language ?? 'en', stem))
    const hasTime = namesTime(normal)
    if (hasTime) for (const term of dateTerms(normal)) terms.set(term, 1)
    const content = contentTokens(tokens, text)
    return {
      terms,
      length,
      tokens: new Uint16Array(content.length > maxStoredTokens ? content.slice(0, maxStoredTokens) : content),
      contentTokens: content.length,
      isQuestion: isQuestion(normal),
      namesTime: hasTime,
      saidAs: saidAs(normal),
      speaker: speakerOf(normal, context.speaker),
      language,
    }
  }
  // Synchronous when nothing has to be loaded, which makes imports faster (`npm run bench:import`).
  const withLanguage = (language: string | null): TextIndex | Promise<TextIndex> => {
    const stem = stemOf(language ?? 'en')
    return stem instanceof Promise ? stem.then((loaded) => finish(language, loaded)) : finish(language, stem)
  }
  return language instanceof Promise ? language.then(withLanguage) : withLanguage(language)
}
