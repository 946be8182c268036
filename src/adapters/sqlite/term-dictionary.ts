import { packNumbers, termNumber } from '../relational/packing.js'
import type { Statements } from './statements.js'

/** Enough for a language and its names; past that, forget all and start over. */
const rememberedTerms = 200_000

/** The words of a batch, by their places in it. */
interface BatchWords {
  readonly ids: readonly number[]
  /** For the full-text index: it sees numbers only, cannot mistake a path for syntax, and keeps no words to erase. */
  readonly spelt: readonly string[]
  /** In how many documents of the batch each occurs. */
  readonly documents: Uint32Array
}

const none: BatchWords = { ids: [], spelt: [], documents: new Uint32Array(0) }

/** A document's terms, as they are stored beside it and as they are found. */
interface StoredTerms {
  readonly pack: Uint8Array
  readonly spelt: string
}

/**
 * Numbers for terms, and in how many documents each occurs. Counts are written once per transaction,
 * not once per document: in a group commit most terms repeat.
 */
export class TermDictionary {
  readonly #sql: Statements
  #ids = new Map<string, number>()
  #added = new Map<number, number>()
  /** The batch at hand: until the next begins, it may be refused and taken back. */
  #batch = none
  #namedInBatch: string[] = []

  constructor(sql: Statements) {
    this.#sql = sql
  }

  begin(): void {
    if (this.#ids.size > rememberedTerms) this.forget()
    this.#added = new Map()
    this.takeBack()
  }

  /** After a transaction that failed as a whole: the numbers it gave out do not exist. */
  forget(): void {
    this.#ids = new Map()
  }

  /** What was counted until here stays. */
  mark(): void {
    const { ids, documents } = this.#batch
    for (const [place, id] of ids.entries()) this.#added.set(id, (this.#added.get(id) ?? 0) + documents[place])
    this.#endBatch()
  }

  takeBack(): void {
    for (const term of this.#namedInBatch) this.#ids.delete(term)
    this.#endBatch()
  }

  finish(): void {
    this.mark()
    for (const [id, documents] of this.#added) {
      this.#sql.run('UPDATE terms SET documents = documents + ? WHERE id = ?', documents, id)
    }
  }

  /** The words of the batch at hand, for its documents to be counted. */
  read(words: readonly string[]): void {
    const ids = words.map((word) => this.#idOf(word))
    this.#batch = { ids, spelt: ids.map((id) => id.toString(36)), documents: new Uint32Array(ids.length) }
  }

  /** One document more: by turns the place of a word in the batch, and how often it occurs. */
  count(terms: Uint32Array): StoredTerms {
    const { ids, spelt, documents } = this.#batch
    const numbers = new Float64Array(terms.length / 2)
    const words: string[] = []
    for (let at = 0; at < terms.length; at += 2) {
      const place = terms[at]
      documents[place]++
      numbers[at / 2] = termNumber(ids[place], terms[at + 1])
      words.push(spelt[place])
    }
    return { pack: packNumbers(numbers), spelt: words.join(' ') }
  }

  #endBatch(): void {
    this.#batch = none
    this.#namedInBatch = []
  }

  #idOf(term: string): number {
    const remembered = this.#ids.get(term)
    if (remembered !== undefined) return remembered
    const stored = this.#sql.find<{ id: number }>('SELECT id FROM terms WHERE term = ?', term)
    const id = stored?.id ?? this.#sql.run('INSERT INTO terms (term, documents) VALUES (?, 0)', term)
    if (stored === undefined) this.#namedInBatch.push(term)
    this.#ids.set(term, id)
    return id
  }
}
