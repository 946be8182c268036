import { createInt8Matrix, type Int8Matrix } from '../../kernel/int8-matrix.js'
import { unpackAnswers } from '../../relational/packed-answers.js'
import type { Statements } from '../connection/statements.js'
import { partRows, partsOfModel } from '../sums/summed-tables.js'
import { VerifiedRows } from '../sums/verified-rows.js'
import { Arena } from './arena.js'

interface AnswerRow {
  readonly row: number
  readonly model: number
  readonly terms: Uint8Array
  readonly tokens: Uint8Array
  /** Undefined when no model is in use yet. */
  readonly vectors?: Uint8Array
}

const loadChunk = 2_000

/**
 * The questions that memories answer (REC25), in RAM: each has a number of its own, from 1, and belongs to the row of a
 * memory. Those of one memory follow each other.
 */
export class AnswerCache {
  /** One past the highest number. */
  end = 1
  documents = 0
  totalLength = 0
  terms = new Arena()
  tokens = new Arena()
  /** By number: the memory's row, 0 when it is gone; BM25's length. */
  owner = new Int32Array(64)
  length = new Int32Array(64)
  readonly #sql: Statements
  /** By row: the first number, and how many there are. */
  #first = new Int32Array(0)
  #count = new Uint8Array(0)
  #matrix: Int8Matrix | undefined
  #model: { readonly id: number; readonly dimensions: number } | undefined

  constructor(sql: Statements) {
    this.#sql = sql
  }

  firstOf(row: number): number {
    return row < this.#first.length ? this.#first[row] : 0
  }

  countOf(row: number): number {
    return row < this.#count.length ? this.#count[row] : 0
  }

  /** Whether any answer has the term with this hash. */
  contains(hash: number): boolean {
    const { numbers } = this.terms
    for (let number = 1; number < this.end; number++) {
      for (let at = this.terms.start(number) >> 2, to = this.terms.end(number) >> 2; at < to; at++) {
        if (numbers[at] === hash) return true
      }
    }
    return false
  }

  /** Vectors by number; undefined while there are none of the model. */
  vectorsOf(model: { readonly id: number; readonly dimensions: number } | undefined): Int8Matrix | undefined {
    if (model === undefined || this.end === 1) return undefined
    if (this.#model?.id !== model.id) this.#useModel(model)
    return this.#matrix
  }

  /** Reads the answers of all rows from this one on. */
  load(firstRow: number): void {
    const verified = firstRow === 1 ? new VerifiedRows(this.#sql, 'answers') : undefined
    for (let from = firstRow; ; ) {
      // Whole rows, which the checksums are of.
      const rows = this.#sql.all<AnswerRow>(
        `SELECT * FROM answers WHERE row >= ? ORDER BY row LIMIT ${loadChunk}`,
        from,
      )
      for (const row of rows) {
        this.#add(row)
        verified?.add(row, row.row)
      }
      if (rows.length < loadChunk) break
      from = (rows.at(-1)?.row ?? from) + 1
    }
    verified?.assertRight(1)
  }

  /** Reads the answers of rows that may have been given others. */
  reload(rows: readonly number[]): void {
    for (const row of rows) {
      this.erase(row)
      const stored = this.#sql.find<AnswerRow>(
        'SELECT row, model, terms, tokens, vectors FROM answers WHERE row = ?',
        row,
      )
      if (stored !== undefined) this.#add(stored)
    }
  }

  /** Reads the vectors that the model in use has made of these rows' answers since. */
  reloadVectors(rows: readonly number[]): void {
    for (const row of rows) if (this.firstOf(row) !== 0) this.#addFurtherVectors(row)
  }

  erase(row: number): void {
    const first = this.firstOf(row)
    for (let number = first; number < first + this.countOf(row); number++) {
      this.documents--
      this.totalLength -= this.length[number]
      this.owner[number] = 0
      this.length[number] = 0
      this.terms.erase(number)
      this.tokens.erase(number)
      this.#matrix?.set(number, new Int8Array(this.#matrix.dimensions))
    }
    if (first === 0) return
    this.#first[row] = 0
    this.#count[row] = 0
  }

  #add({ row, model, terms, tokens, vectors }: AnswerRow): void {
    const answers = unpackAnswers({ terms, tokens })
    if (answers.length === 0) return
    this.#reserve(row, answers.length)
    this.#first[row] = this.end
    this.#count[row] = answers.length
    for (const answer of answers) {
      const number = this.end++
      this.owner[number] = row
      this.length[number] = answer.length
      this.documents++
      this.totalLength += answer.length
      this.terms.set(number, bytesOf(answer.terms))
      this.tokens.set(number, bytesOf(answer.tokens))
    }
    if (vectors === undefined) return
    if (this.#model === undefined || this.#model.id === model) this.#addVectors(this.#first[row], model, vectors)
    else this.#addFurtherVectors(row)
  }

  #addFurtherVectors(row: number): void {
    if (this.#model === undefined) return
    const { id } = this.#model
    const further = this.#sql.find<{ vectors: Uint8Array }>(
      'SELECT vectors FROM answer_vectors WHERE row = ? AND model = ?',
      row,
      id,
    )
    if (further !== undefined) this.#addVectors(this.firstOf(row), id, further.vectors)
  }

  #addVectors(first: number, model: number, vectors: Uint8Array): void {
    if (this.#matrix === undefined || this.#model?.id !== model) return
    const { dimensions } = this.#model
    for (let place = 0; (place + 1) * dimensions <= vectors.length; place++) {
      const components = vectors.subarray(place * dimensions, (place + 1) * dimensions)
      this.#matrix.set(first + place, new Int8Array(components.buffer, components.byteOffset, dimensions))
    }
  }

  #useModel(model: { readonly id: number; readonly dimensions: number }): void {
    this.#model = model
    this.#matrix = createInt8Matrix({ dimensions: model.dimensions })
    this.#matrix.ensureRows(this.end)
    // Either table has vectors of the model, for different rows.
    for (const table of ['answers', 'answer_vectors'] as const) this.#loadVectors(table, model.id)
  }

  #loadVectors(table: 'answers' | 'answer_vectors', model: number): void {
    // Those of the answers were verified with them.
    const verified = table === 'answer_vectors' ? new VerifiedRows(this.#sql, table) : undefined
    for (let from = 0; ; ) {
      const rows = this.#sql.all<Pick<Required<AnswerRow>, 'row' | 'vectors'>>(
        `SELECT row, model, vectors FROM ${table} WHERE row > ? AND model = ? ORDER BY row LIMIT ${loadChunk}`,
        from,
        model,
      )
      for (const stored of rows) {
        const { row, vectors } = stored
        if (this.firstOf(row) !== 0) this.#addVectors(this.firstOf(row), model, vectors)
        verified?.add(stored, row, model)
      }
      if (rows.length < loadChunk) break
      from = rows.at(-1)?.row ?? from
    }
    verified?.assertRight(1, (partsOfModel - 1) * partRows, model)
  }

  #reserve(row: number, more: number): void {
    if (row >= this.#first.length) {
      const rows = Math.max(1024, row + 1, Math.ceil(this.#first.length * 1.5))
      this.#first = grown(this.#first, new Int32Array(rows))
      this.#count = grown(this.#count, new Uint8Array(rows))
    }
    if (this.end + more > this.owner.length) {
      const numbers = Math.ceil((this.end + more) * 1.5)
      this.owner = grown(this.owner, new Int32Array(numbers))
      this.length = grown(this.length, new Int32Array(numbers))
    }
    this.#matrix?.ensureRows(this.end + more)
  }
}

const bytesOf = (numbers: Uint32Array | Uint16Array): Uint8Array =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)

function grown<Column extends Int32Array | Uint8Array>(from: Column, to: Column): Column {
  to.set(from)
  return to
}
