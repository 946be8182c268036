import type { TextIndex } from '../../../memory/recall/text/text-index.js'
import type { Statements } from '../connection/statements.js'

interface Counts {
  documents: number
  length: number
  readonly languages: Map<string, number>
}

const none = (): Counts => ({ documents: 0, length: 0, languages: new Map() })

/** Counts documents, their length and languages during a transaction, and writes the sums at its end. */
export class DocumentCounter {
  readonly #sql: Statements
  #counts = none()
  #beforeBatch = none()

  constructor(sql: Statements) {
    this.#sql = sql
  }

  begin(): void {
    this.#counts = none()
    this.savepoint()
  }

  savepoint(): void {
    const { documents, length, languages } = this.#counts
    this.#beforeBatch = { documents, length, languages: new Map(languages) }
  }

  rollBack(): void {
    this.#counts = this.#beforeBatch
    this.savepoint()
  }

  count({ length, language }: Pick<TextIndex, 'length' | 'language'>): void {
    const counts = this.#counts
    counts.documents++
    counts.length += length
    if (language !== null) counts.languages.set(language, (counts.languages.get(language) ?? 0) + 1)
  }

  finish(): void {
    const { documents, length, languages } = this.#counts
    if (documents === 0) return
    this.#sql.run('UPDATE totals SET documents = documents + ?, length = length + ?', documents, length)
    for (const [language, more] of languages) {
      this.#sql.run(
        'INSERT INTO languages VALUES (?1, ?2) ON CONFLICT DO UPDATE SET documents = documents + ?2',
        language,
        more,
      )
    }
  }
}
