import { maySpell, nearestSpelling, spellingLengths } from '../../../memory/recall/query/spelling.js'
import { hashTerm } from '../../../memory/recall/text/answer-index.js'
import type { MemoryCache } from '../cache/memory-cache.js'
import type { Statements } from '../connection/statements.js'

/** Reads the known terms with the same first letter; most mistakes are behind it. */
export function findSpellings(
  words: readonly string[],
  sql: Statements,
  cache: MemoryCache,
): readonly (string | undefined)[] {
  const documentsOf = (term: string): number =>
    sql.find<{ documents: number }>('SELECT documents FROM terms WHERE term = ?', term)?.documents ?? 0
  return sql.inSnapshot(() => {
    cache.refresh()
    return words.map((word) => {
      if (documentsOf(word) > 0 || cache.answers.contains(hashTerm(word))) return undefined
      const [first] = word
      const { shortest, longest } = spellingLengths(word)
      // One JSON string of what the index alone tells: several times faster than whole rows (`npm run bench:costs`).
      const found = sql.find<{ terms: string }>(
        'SELECT json_group_array(term) AS terms FROM terms WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ?',
        first,
        String.fromCodePoint((first.codePointAt(0) ?? 0) + 1),
        shortest,
        longest,
      )
      const terms: readonly string[] = JSON.parse(found?.terms ?? '[]')
      const known = terms.filter(maySpell(word)).map((term) => ({ term, documents: documentsOf(term) }))
      return nearestSpelling(
        word,
        known.filter(({ documents }) => documents > 0),
      )
    })
  })
}
