import { nearestSpelling, spellingLengths } from '../../../memory/recall/query/spelling.js'
import { hashTerm } from '../../../memory/recall/text/answer-index.js'
import type { MemoryCache } from '../cache/memory-cache.js'
import type { Statements } from '../connection/statements.js'

/** Reads the known terms with the same first letter; most mistakes are behind it. */
export function findSpellings(
  words: readonly string[],
  sql: Statements,
  cache: MemoryCache,
): readonly (string | undefined)[] {
  return sql.inSnapshot(() => {
    cache.refresh()
    return words.map((word) => {
      const isKnown = sql.find('SELECT 1 FROM terms WHERE term = ? AND documents > 0', word) !== undefined
      if (isKnown || cache.answers.contains(hashTerm(word))) return undefined
      const [first] = word
      const { shortest, longest } = spellingLengths(word)
      // One JSON string for all of them is several times faster than a row object each (`npm run bench:costs`).
      const found = sql.find<{ known: string }>(
        `SELECT json_group_array(json_array(term, documents)) AS known FROM terms
         WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ? AND documents > 0`,
        first,
        String.fromCodePoint((first.codePointAt(0) ?? 0) + 1),
        shortest,
        longest,
      )
      const known: readonly [string, number][] = JSON.parse(found?.known ?? '[]')
      return nearestSpelling(
        word,
        known.map(([term, documents]) => ({ term, documents })),
      )
    })
  })
}
