import type { Statements } from './statements.js'

/** Enough for a language and its names; past that, forget all and start over. */
const rememberedTerms = 200_000

/**
 * Numbers for terms, and in how many documents each occurs. Counts are written once per transaction,
 * not once per document: in a group commit most terms repeat.
 */
export class TermDictionary {
  readonly #sql: Statements
  #ids = new Map<string, number>()
  #added = new Map<number, number>()
  /** What the batch at hand has counted and named, so that its refusal can be taken back. */
  #countedInBatch: number[] = []
  #namedInBatch: string[] = []

  constructor(sql: Statements) {
    this.#sql = sql
  }

  begin(): void {
    if (this.#ids.size > rememberedTerms) this.forget()
    this.#added = new Map()
    this.mark()
  }

  /** After a transaction that failed as a whole: the numbers it gave out do not exist. */
  forget(): void {
    this.#ids = new Map()
  }

  mark(): void {
    this.#countedInBatch = []
    this.#namedInBatch = []
  }

  takeBack(): void {
    for (const id of this.#countedInBatch) this.#added.set(id, (this.#added.get(id) ?? 0) - 1)
    for (const term of this.#namedInBatch) {
      const id = this.#ids.get(term)
      if (id !== undefined) this.#added.delete(id)
      this.#ids.delete(term)
    }
    this.mark()
  }

  finish(): void {
    for (const [id, documents] of this.#added) {
      this.#sql.run('UPDATE terms SET documents = documents + ? WHERE id = ?', documents, id)
    }
  }

  /** The document's terms by number, each counted as occurring in one document more. */
  count(terms: ReadonlyMap<string, number>): [id: number, count: number][] {
    return Array.from(terms, ([term, count]) => {
      const id = this.#idOf(term)
      this.#added.set(id, (this.#added.get(id) ?? 0) + 1)
      this.#countedInBatch.push(id)
      return [id, count]
    })
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
