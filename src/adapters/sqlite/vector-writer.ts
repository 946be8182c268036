import { WorldWeaverError } from '../../errors.js'
import type { StoredVector } from '../../ports/memory-store.js'
import { firstOfRun } from './segment.js'
import type { Statements } from './statements.js'

interface Model {
  readonly id: number
  readonly dimensions: number
}

/** Vectors, and the models that made them. */
export class VectorWriter {
  readonly #sql: Statements
  readonly #models = new Map<string, Model>()

  constructor(sql: Statements) {
    this.#sql = sql
  }

  /** SQLite gives the numbers of models that were taken back to others. */
  forget(): void {
    this.#models.clear()
  }

  /**
   * Of a memory that is new. Never `OR REPLACE` here: SQLite guards such a statement by a savepoint of its own, and at
   * each of those the full-text index writes out what it has gathered, a document at a time.
   */
  add(row: number, vector: StoredVector): void {
    this.#sql.run('INSERT INTO vectors VALUES (?, ?, ?)', ...this.#toColumns(row, vector))
  }

  replace(row: number, vector: StoredVector): void {
    this.#sql.run('INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)', ...this.#toColumns(row, vector))
    // A segment that holds the vector it replaces would bring it back at the next start.
    this.#sql.run(
      'DELETE FROM vector_segments WHERE first = ? AND model = (SELECT id FROM models WHERE identity = ?)',
      firstOfRun(row),
      vector.model,
    )
  }

  #toColumns(row: number, { model, values }: StoredVector): [model: number, row: number, components: Uint8Array] {
    const { id, dimensions } = this.#modelOf(model, values.length)
    if (dimensions !== values.length) {
      throw new WorldWeaverError(
        'internal_error',
        `a vector of ${values.length} dimensions by ${model}, which has ${dimensions}`,
      )
    }
    return [id, row, new Uint8Array(values.buffer, values.byteOffset, values.byteLength)]
  }

  #modelOf(identity: string, dimensions: number): Model {
    const remembered = this.#models.get(identity)
    if (remembered !== undefined) return remembered
    const known = this.#sql.find<Model>('SELECT id, dimensions FROM models WHERE identity = ?', identity)
    const insert = 'INSERT INTO models (identity, dimensions) VALUES (?, ?)'
    const model = known ?? { id: this.#sql.run(insert, identity, dimensions), dimensions }
    this.#models.set(identity, model)
    return model
  }
}
