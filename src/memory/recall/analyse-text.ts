import type { TokenSpace } from '../../ports/token-space.js'
import { chunksOf } from './chunks.js'
import { maxStoredTokens } from './constants.js'
import { contentTokens } from './content-tokens.js'
import { dateTerms } from './date-terms.js'
import { normalise } from './fold.js'
import { detectLanguage } from './language.js'
import { isQuestion } from './question.js'
import { wordsIn } from './remembered-words.js'
import { speakerOf } from './speaker.js'
import { type Stem, stemOf } from './stems.js'
import type { TextIndex } from './text-index.js'
import { namesTime } from './time-words.js'
import type { Word } from './words.js'

export interface TextContext {
  readonly speaker?: string | null
}

/** Of the words of each chunk. */
function countTerms(chunks: readonly (readonly Word[])[]): { terms: Map<string, number>; length: number } {
  const terms = new Map<string, number>()
  let length = 0
  const hasContent = chunks.some((words) => words.some((word) => !word.isStop))
  const isOneWord = chunks.reduce((sum, words) => sum + words.length, 0) === 1
  for (const words of chunks) {
    for (const word of words) {
      if (word.isStop && hasContent) continue
      for (const term of word.terms) terms.set(term, (terms.get(term) ?? 0) + 1)
      // A whole identifier stands beside its parts, and a Han character beside its bigrams: the text is no longer for it.
      if (!word.isIndexOnly && (!word.isWhole || isOneWord)) length++
    }
  }
  return { terms, length }
}

/** Everything that recall will ever need of the text. A promise only while a library is being loaded. */
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
      speaker: speakerOf(normal, context.speaker),
      language,
    }
  }
  // Without `await` when nothing has to be loaded: an import of many texts stays on one tick.
  const withLanguage = (language: string | null): TextIndex | Promise<TextIndex> => {
    const stem = stemOf(language ?? 'en')
    return stem instanceof Promise ? stem.then((loaded) => finish(language, loaded)) : finish(language, stem)
  }
  return language instanceof Promise ? language.then(withLanguage) : withLanguage(language)
}
