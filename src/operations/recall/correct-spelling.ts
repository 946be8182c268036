import { mayBeMistyped } from '../../memory/recall/query/spelling.js'
import { chunksOf } from '../../memory/recall/text/chunks.js'
import { fold, normalise } from '../../memory/recall/text/fold.js'
import type { MemorySearch } from '../../ports/store/search.js'
import type { TokenSpace } from '../../ports/token-space.js'

/**
 * The question with typing mistakes mended: words that neither the vocabulary nor any memory knows, in the spelling of a
 * known one. Most questions have no such word, and cost nothing.
 */
export async function correctSpelling(
  question: string,
  { tokenize }: TokenSpace,
  memories: Pick<MemorySearch, 'spellings'>,
): Promise<string> {
  const normal = normalise(question)
  const doubtful = [...new Set(chunksOf(normal).map(({ text }) => text))].filter(
    (word) => mayBeMistyped(word) && tokenize(word).length > 1,
  )
  if (doubtful.length === 0) return question
  const spellings = await memories.spellings(doubtful.map((word) => fold(word)))
  return doubtful.reduce((mended, word, place) => {
    const meant = spellings[place]
    return meant === undefined ? mended : mended.replaceAll(word, meant)
  }, normal)
}
