import { WorldWeaverError } from '../../../errors.js'
import type { StoredVector } from '../../../ports/store/write.js'
import type { PackedAnswers } from '../../relational/packed-answers.js'
import { firstOfRun } from '../cache/segment.js'
import type { Statements } from '../connection/statements.js'
import { insertInto, insertSummed, noteAdded } from '../sums/table-sums.js'

interface Model {
  readonly id: number
  readonly dimensions: number
}

const insertVector = insertInto('vectors', ['model', 'row', 'components'])
const insertAnswers = insertInto('answers', ['row', 'model', 'terms', 'tokens', 'vectors'])

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
    insertSummed(this.#sql, insertVector, ...this.#toColumns(row, vector))
  }

  /** REC25: the questions that a memory answers. */
  addAnswers(row: number, packed: PackedAnswers): void {
    if (packed.terms.length === 0) return
    insertSummed(this.#sql, insertAnswers, ...this.#toAnswerColumns(row, packed))
  }

  replaceAnswers(row: number, packed: PackedAnswers): void {
    this.dropAnswers(row)
    this.addAnswers(row, packed)
  }

  dropAnswers(row: number): void {
    this.#sql.run('DELETE FROM answers WHERE row = ?', row)
  }

  /** Vectors of a further model. */
  embedAnswers(row: number, vectors: readonly StoredVector[]): void {
    const [{ model, values }] = vectors
    const packed = new Int8Array(vectors.length * values.length)
    for (const [place, vector] of vectors.entries()) packed.set(vector.values, place * values.length)
    const id = this.#modelIdOf(model, values.length)
    this.#sql.run('INSERT OR REPLACE INTO answer_vectors VALUES (?, ?, ?)', row, id, new Uint8Array(packed.buffer))
  }

  #toAnswerColumns(row: number, { terms, tokens, vectors, model, dimensions }: PackedAnswers) {
    const id = model === null ? 0 : this.#modelIdOf(model, dimensions)
    return [row, id, terms, tokens, vectors] as const
  }

  replace(row: number, vector: StoredVector): void {
    const columns = this.#toColumns(row, vector)
    this.#sql.run('INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)', ...columns)
    noteAdded(this.#sql, 'vectors', 'model = ? AND row = ?', columns[0], row)
    // The segment holds the old vector and would bring it back at the next start.
    this.#sql.run(
      'DELETE FROM vector_segments WHERE first = ? AND model = (SELECT id FROM models WHERE identity = ?)',
      firstOfRun(row),
      vector.model,
    )
  }

  #toColumns(row: number, { model, values }: StoredVector): [model: number, row: number, components: Uint8Array] {
    const id = this.#modelIdOf(model, values.length)
    return [id, row, new Uint8Array(values.buffer, values.byteOffset, values.byteLength)]
  }

  #modelIdOf(model: string, given: number): number {
    const { id, dimensions } = this.#modelOf(model, given)
    if (dimensions === given) return id
    throw new WorldWeaverError('internal_error', `a vector of ${given} dimensions by ${model}, which has ${dimensions}`)
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
