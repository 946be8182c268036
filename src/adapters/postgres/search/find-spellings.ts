import { type KnownSpelling, nearestSpelling, spellingLengths } from '../../../memory/recall/query/spelling.js'
import { hashTerm } from '../../../memory/recall/text/answer-index.js'
import { prepared, type Sql } from '../connection/sql.js'

const selectKnown = prepared(
  'known spelling',
  `SELECT 1 AS known FROM terms WHERE tenant_id = $1 AND term = $2 AND documents > 0
   UNION ALL SELECT 1 FROM answer_terms WHERE tenant_id = $1 AND hash = $3::int AND documents > 0 LIMIT 1`,
)
const selectNear = prepared(
  'near spellings',
  `SELECT term, documents FROM terms
   WHERE tenant_id = $1 AND term COLLATE "C" >= $2 AND term COLLATE "C" < $3 AND length(term) BETWEEN $4::int AND $5::int
     AND documents > 0`,
)

/** Reads the known terms with the same first letter; most mistakes are behind it. */
export const findSpellings = (sql: Sql, words: readonly string[]): Promise<readonly (string | undefined)[]> =>
  Promise.all(
    words.map(async (word) => {
      if ((await sql.find(selectKnown, word, hashTerm(word) | 0)) !== undefined) return undefined
      const [first] = word
      const { shortest, longest } = spellingLengths(word)
      const behind = String.fromCodePoint((first.codePointAt(0) ?? 0) + 1)
      return nearestSpelling(word, await sql.all<KnownSpelling>(selectNear, first, behind, shortest, longest))
    }),
  )
