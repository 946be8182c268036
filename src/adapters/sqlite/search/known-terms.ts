import type { Statements } from '../connection/statements.js'
import { countErasures } from '../erase/eraser.js'

interface Terms {
  readonly known: string[]
  /** Of the newest term that was read. */
  lastId: number
}

/** The terms of the store by their first letter, as far as they were asked for. */
export class KnownTerms {
  readonly #sql: Statements
  readonly #byLetter = new Map<string, Terms>()
  /** After an erasure an id may belong to another term. */
  #erasures = 0

  constructor(sql: Statements) {
    this.#sql = sql
  }

  clear(): void {
    this.#byLetter.clear()
  }

  /** Call it within a snapshot. */
  startingWith(letter: string): readonly string[] {
    const erasures = countErasures(this.#sql)
    if (erasures !== this.#erasures) this.clear()
    this.#erasures = erasures
    const lastId = this.#sql.find<{ id: number | null }>('SELECT max(id) AS id FROM terms')?.id ?? 0
    let terms = this.#byLetter.get(letter)
    if (terms === undefined) {
      terms = { known: this.#read('term >= ? AND term < ?', letter, following(letter)), lastId }
      this.#byLetter.set(letter, terms)
    } else if (terms.lastId < lastId) {
      for (const term of this.#read('id > ?', terms.lastId)) if (term.startsWith(letter)) terms.known.push(term)
      terms.lastId = lastId
    }
    return terms.known
  }

  /** One JSON string is several times faster than whole rows (`npm run bench:costs`). */
  #read(where: string, ...values: readonly (string | number)[]): string[] {
    const found = this.#sql.find<{ terms: string }>(
      `SELECT json_group_array(term) AS terms FROM terms WHERE ${where}`,
      ...values,
    )
    return JSON.parse(found?.terms ?? '[]')
  }
}

const following = (letter: string): string => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 1)
