import { packNumbers, termNumber } from '../../relational/packing.js'
import type { Statements } from '../connection/statements.js'
import { insertInto, insertSummed } from '../sums/table-sums.js'

/** Enough for a language and its names; a larger cache is cleared. */
const maxCachedTerms = 200_000

/** The words of a batch, by their index in it. */
interface BatchWords {
  readonly ids: readonly number[]
  /** Ids in base 36, for the full-text index: it cannot misread a word as syntax, and stores no words to erase. */
  readonly encodedIds: readonly string[]
  /** Number of documents of the batch that contain each word. */
  readonly documents: Uint32Array
}

const insertTerm = insertInto('terms', ['term', 'documents'])

const none: BatchWords = { ids: [], encodedIds: [], documents: new Uint32Array(0) }

/** A document's terms as its row stores them, and as the full-text index does. */
interface StoredTerms {
  readonly packed: Uint8Array
  readonly encodedIds: string
}

/**
 * Assigns ids to terms, and counts the documents that contain each. Counts are written once per transaction,
 * not once per document: in a group commit most terms repeat.
 */
export class TermDictionary {
  readonly #sql: Statements
  #ids = new Map<string, number>()
  #added = new Map<number, number>()
  /** The current batch, which can be rolled back until the next one begins. */
  #batch = none
  #addedInBatch: string[] = []

  constructor(sql: Statements) {
    this.#sql = sql
  }

  begin(): void {
    if (this.#ids.size > maxCachedTerms) this.clearCache()
    this.#added = new Map()
    this.rollBack()
  }

  /** After a failed transaction: the ids that it assigned do not exist. */
  clearCache(): void {
    this.#ids = new Map()
  }

  /** Keeps the counts so far when a later batch is rolled back. */
  savepoint(): void {
    const { ids, documents } = this.#batch
    for (const [place, id] of ids.entries()) this.#added.set(id, (this.#added.get(id) ?? 0) + documents[place])
    this.#endBatch()
  }

  rollBack(): void {
    for (const term of this.#addedInBatch) this.#ids.delete(term)
    this.#endBatch()
  }

  finish(): void {
    this.savepoint()
    for (const [id, documents] of this.#added) {
      this.#sql.run('UPDATE terms SET documents = documents + ? WHERE id = ?', documents, id)
    }
  }

  /** Sets the words of the current batch. */
  setWords(words: readonly string[]): void {
    const ids = words.map((word) => this.#idOf(word))
    this.#batch = { ids, encodedIds: ids.map((id) => id.toString(36)), documents: new Uint32Array(ids.length) }
  }

  /** Counts one document, given as pairs: the index of a word in the batch, and how often it occurs. */
  count(terms: Uint32Array): StoredTerms {
    const { ids, encodedIds, documents } = this.#batch
    const numbers = new Float64Array(terms.length / 2)
    const words: string[] = []
    for (let at = 0; at < terms.length; at += 2) {
      const place = terms[at]
      documents[place]++
      numbers[at / 2] = termNumber(ids[place], terms[at + 1])
      words.push(encodedIds[place])
    }
    return { packed: packNumbers(numbers), encodedIds: words.join(' ') }
  }

  #endBatch(): void {
    this.#batch = none
    this.#addedInBatch = []
  }

  #idOf(term: string): number {
    const cached = this.#ids.get(term)
    if (cached !== undefined) return cached
    const stored = this.#sql.find<{ id: number }>('SELECT id FROM terms WHERE term = ?', term)
    const id = stored?.id ?? this.#addTerm(term)
    this.#ids.set(term, id)
    return id
  }

  #addTerm(term: string): number {
    const id = insertSummed(this.#sql, insertTerm, term, 0)
    this.#addedInBatch.push(term)
    return id
  }
}
