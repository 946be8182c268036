import { maySpell, nearestSpelling, spellingLengths } from '../../../memory/recall/query/spelling.js'
import { hashTerm } from '../../../memory/recall/text/answer-index.js'
import type { MemoryCache } from '../cache/memory-cache.js'
import type { Statements } from '../connection/statements.js'
import type { KnownTerms } from './known-terms.js'

/** Reads the known terms with the same first letter; most mistakes are behind it. */
export function findSpellings(
  words: readonly string[],
  sql: Statements,
  cache: MemoryCache,
  known: KnownTerms,
): readonly (string | undefined)[] {
  const documentsOf = (term: string): number =>
    sql.find<{ documents: number }>('SELECT documents FROM terms WHERE term = ?', term)?.documents ?? 0
  return sql.inSnapshot(() => {
    cache.refresh()
    return words.map((word) => {
      if (documentsOf(word) > 0 || cache.answers.contains(hashTerm(word))) return undefined
      const { shortest, longest } = spellingLengths(word)
      const [first] = word
      const terms = known.startingWith(first).filter(({ length }) => length >= shortest && length <= longest)
      const near = terms.filter(maySpell(word)).map((term) => ({ term, documents: documentsOf(term) }))
      return nearestSpelling(
        word,
        near.filter(({ documents }) => documents > 0),
      )
    })
  })
}
