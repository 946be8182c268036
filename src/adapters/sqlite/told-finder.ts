import { saysTheSame } from '../../memory/moving/same-content.js'
import type { Told } from '../../ports/memory-store.js'
import { type Connection, inSnapshot } from './connection.js'
import { packTerms } from './packing.js'
import type { Statements } from './statements.js'

interface KnownTerm {
  readonly id: number
  readonly count: number
  readonly documents: number
}

interface SimilarRow {
  readonly id: string
  readonly source: string
  readonly tags: string
  readonly text: string
}

/** As many of a text's rarest words as leave few enough others. */
const rarest = 3

/** Finds what says the same, by its words: the same text has the same, each as often. */
export class ToldFinder {
  readonly #connection: Connection
  readonly #sql: Statements

  constructor(connection: Connection, sql: Statements) {
    this.#connection = connection
    this.#sql = sql
  }

  find(told: readonly Told[]): (string | undefined)[] {
    return inSnapshot(this.#connection, () => told.map((each) => this.#findOne(each)))
  }

  #findOne(told: Told): string | undefined {
    const terms = this.#lookUp(told.terms)
    if (terms === undefined) return undefined
    const similar = this.#rowsWith(terms, told)
    return similar.find((row) => saysTheSame({ ...row, tags: JSON.parse(row.tags) }, told))?.id
  }

  /** Undefined when one of them occurs nowhere. */
  #lookUp(terms: Told['terms']): KnownTerm[] | undefined {
    const known: KnownTerm[] = []
    for (const [term, count] of terms) {
      const found = this.#sql.find<{ id: number; documents: number }>(
        'SELECT id, documents FROM terms WHERE term = ? AND documents > 0',
        term,
      )
      if (found === undefined) return undefined
      known.push({ id: found.id, documents: found.documents, count })
    }
    return known
  }

  #rowsWith(terms: readonly KnownTerm[], { project, session, source }: Told): SimilarRow[] {
    const words = [...terms]
      .sort((a, b) => a.documents - b.documents)
      .slice(0, rarest)
      .map(({ id }) => id.toString(36))
    // A text without words is in no posting: there are few such, and the table itself has to be asked.
    const candidates =
      words.length === 0 ? '?1 IS NOT NULL' : 'row IN (SELECT rowid FROM postings WHERE postings MATCH ?1)'
    return this.#sql.all<SimilarRow>(
      `SELECT id, source, tags, text FROM memories
       WHERE ${candidates} AND terms = ?2 AND source = ?3
         AND session = (SELECT id FROM names WHERE name = ?4)
         AND project = iif(?5 IS NULL, 0, (SELECT id FROM names WHERE name = ?5))
       ORDER BY row`,
      words.map((word) => `"${word}"`).join(' AND '),
      packTerms(terms.map(({ id, count }) => [id, count])),
      source,
      session,
      project,
    )
  }
}
