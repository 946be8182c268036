import { hasSameContent } from '../../../memory/import-export/same-content.js'
import type { DuplicateProbe } from '../../../ports/store/read.js'
import { packTerms } from '../../relational/packing.js'
import type { Statements } from '../connection/statements.js'

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

/** Candidates must contain the text's rarest word; of a word in more documents than this, the rarest few. */
const maxDocumentsOfOneTerm = 16
const maxTerms = 3

/** Finds memories with the same text by its terms: equal texts have equal terms and counts. */
export class DuplicateFinder {
  readonly #sql: Statements

  constructor(sql: Statements) {
    this.#sql = sql
  }

  /** Filters sessions that have a row in `names`; no other session has memories. */
  knownSessions(sessions: readonly string[]): string[] {
    return sessions.filter((name) => this.#sql.find('SELECT 1 FROM names WHERE name = ?', name) !== undefined)
  }

  find(probes: readonly DuplicateProbe[]): (string | undefined)[] {
    return this.#sql.inSnapshot(() => {
      // Texts of one import share most of their words.
      const words = new Map<string, StoredTerm | undefined>()
      const known = new Set(this.knownSessions([...new Set(probes.map(({ session }) => session))]))
      return probes.map((each) => (known.has(each.session) ? this.#findOne(each, words) : undefined))
    })
  }

  #findOne(probe: DuplicateProbe, words: Map<string, StoredTerm | undefined>): string | undefined {
    const terms = this.#lookUp(probe.terms, words)
    if (terms === undefined) return undefined
    const similar = this.#rowsWith(terms, probe)
    return similar.find((row) => hasSameContent({ ...row, tags: JSON.parse(row.tags) }, probe))?.id
  }

  /** Undefined when no memory contains one of the terms. */
  #lookUp(terms: DuplicateProbe['terms'], words: Map<string, StoredTerm | undefined>): KnownTerm[] | undefined {
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

  #rowsWith(terms: readonly KnownTerm[], { project, session, source }: DuplicateProbe): SimilarRow[] {
    const rare = [...terms].sort((a, b) => a.documents - b.documents).slice(0, maxTerms)
    const words = (rare[0]?.documents <= maxDocumentsOfOneTerm ? rare.slice(0, 1) : rare).map(({ id }) =>
      id.toString(36),
    )
    // A text without words has no postings, so all memories are compared; such texts are rare.
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
