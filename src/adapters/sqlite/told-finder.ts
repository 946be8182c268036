import { saysTheSame } from '../../memory/moving/same-content.js'
import type { Told } from '../../ports/memory-store.js'
import { packTerms } from '../relational/packing.js'
import { type Connection, inSnapshot } from './connection.js'
import type { Statements } from './statements.js'

interface StoredTerm {
  readonly id: number
  readonly documents: number
}

interface KnownTerm extends StoredTerm {
  readonly count: number
}

interface SimilarRow {
  readonly id: string
  readonly source: string
  readonly tags: string
  readonly text: string
}

/** As many of a text's rarest words as leave few enough others: with each more of them the index is asked once more. */
const rarest = 3
const fewDocuments = 16

/** Finds what says the same, by its words: the same text has the same, each as often. */
export class ToldFinder {
  readonly #connection: Connection
  readonly #sql: Statements

  constructor(connection: Connection, sql: Statements) {
    this.#connection = connection
    this.#sql = sql
  }

  /** Of these sessions, those that have a name here: in no other has anything been told. */
  knownSessions(sessions: readonly string[]): string[] {
    return sessions.filter((name) => this.#sql.find('SELECT 1 FROM names WHERE name = ?', name) !== undefined)
  }

  find(told: readonly Told[]): (string | undefined)[] {
    return inSnapshot(this.#connection, () => {
      // Texts that come together share most of their words.
      const words = new Map<string, StoredTerm | undefined>()
      return told.map((each) => this.#findOne(each, words))
    })
  }

  #findOne(told: Told, words: Map<string, StoredTerm | undefined>): string | undefined {
    const terms = this.#lookUp(told.terms, words)
    if (terms === undefined) return undefined
    const similar = this.#rowsWith(terms, told)
    return similar.find((row) => saysTheSame({ ...row, tags: JSON.parse(row.tags) }, told))?.id
  }

  /** Undefined when one of them occurs nowhere. */
  #lookUp(terms: Told['terms'], words: Map<string, StoredTerm | undefined>): KnownTerm[] | undefined {
    const known: KnownTerm[] = []
    for (const [term, count] of terms) {
      if (!words.has(term)) words.set(term, this.#termOf(term))
      const found = words.get(term)
      if (found === undefined) return undefined
      known.push({ id: found.id, documents: found.documents, count })
    }
    return known
  }

  #termOf(term: string): StoredTerm | undefined {
    return this.#sql.find<StoredTerm>('SELECT id, documents FROM terms WHERE term = ? AND documents > 0', term)
  }

  #rowsWith(terms: readonly KnownTerm[], { project, session, source }: Told): SimilarRow[] {
    const rare = [...terms].sort((a, b) => a.documents - b.documents).slice(0, rarest)
    const words = (rare[0]?.documents <= fewDocuments ? rare.slice(0, 1) : rare).map(({ id }) => id.toString(36))
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
