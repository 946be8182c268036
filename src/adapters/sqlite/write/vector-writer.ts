import { WorldWeaverError } from '../../../errors.js'
import type { StoredVector } from '../../../ports/store/write.js'
import { firstOfRun } from '../cache/segment.js'
import type { Statements } from '../connection/statements.js'

interface Model {
  readonly id: number
  readonly dimensions: number
}

/** Writes vectors and their models. */
export class VectorWriter {
  readonly #sql: Statements
  readonly #models = new Map<string, Model>()

  constructor(sql: Statements) {
    this.#sql = sql
  }

  /** SQLite reuses the ids of models that were rolled back. */
  clearCache(): void {
    this.#models.clear()
  }

  /**
   * For new memories. Not `OR REPLACE`: SQLite runs such a statement in a savepoint of its own, and at each savepoint
   * the full-text index flushes its buffer, which would be after every document.
   */
  add(row: number, vector: StoredVector): void {
    this.#sql.run('INSERT INTO vectors VALUES (?, ?, ?)', ...this.#toColumns(row, vector))
  }

  replace(row: number, vector: StoredVector): void {
    this.#sql.run('INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)', ...this.#toColumns(row, vector))
    // The segment holds the old vector and would bring it back at the next start.
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
    const cached = this.#models.get(identity)
    if (cached !== undefined) return cached
    const known = this.#sql.find<Model>('SELECT id, dimensions FROM models WHERE identity = ?', identity)
    const insert = 'INSERT INTO models (identity, dimensions) VALUES (?, ?)'
    const model = known ?? { id: this.#sql.run(insert, identity, dimensions), dimensions }
    this.#models.set(identity, model)
    return model
  }
}
