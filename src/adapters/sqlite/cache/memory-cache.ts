import { createInt8Matrix, type Int8Matrix } from '../../kernel/int8-matrix.js'
import { changeCode } from '../../relational/codes.js'
import type { Statements } from '../connection/statements.js'
import { damagedStore } from '../connection/store-errors.js'
import { RowSet } from '../search/row-set.js'
import { VerifiedRows } from '../sums/verified-rows.js'
import { AnswerCache } from './answer-cache.js'
import { Arena } from './arena.js'
import { Columns } from './columns.js'
import { type LoadedRow, loadedColumns } from './loaded-row.js'
import { SceneChains } from './scene-chains.js'
import { SceneShapes } from './scene-shapes.js'
import { decodeSegment, segmentRows } from './segment.js'

/** Rows per statement while loading, to bound memory. */
const loadChunk = 1_000

interface VectorRow {
  readonly row: number
  readonly components: Uint8Array
}

interface CachedModel {
  readonly identity: string
  readonly id: number
  readonly matrix: Int8Matrix
  /** Rows that have a vector. The matrix cannot tell: a text without meaning has a zero vector, like a row without one. */
  readonly embedded: RowSet
}

/**
 * Holds in RAM what searching needs of every memory. `refresh` follows the change log, so it includes what any process
 * has committed.
 */
export class MemoryCache {
  columns = new Columns()
  chains = new SceneChains(this.columns)
  shapes: SceneShapes
  terms = new Arena()
  tokens = new Arena()
  answers: AnswerCache
  readonly #sql: Statements
  /** The newest change that the cache includes. */
  #seq = 0
  #model: CachedModel | undefined
  /** Number of memories after the first refresh; undefined before it. */
  #restored: number | undefined
  readonly #names = new Map<number, string>()

  constructor(sql: Statements) {
    this.#sql = sql
    this.shapes = new SceneShapes(sql)
    this.answers = new AnswerCache(sql)
  }

  get seq(): number {
    return this.#seq
  }

  get memories(): number {
    const { kind, end } = this.columns
    let count = 0
    for (let row = 1; row < end; row++) if (kind[row] !== 0) count++
    return count
  }

  /** Number of vectors of the current model. */
  get vectors(): number {
    return this.#model?.embedded.size ?? 0
  }

  get restored(): number {
    return this.#restored ?? 0
  }

  /** GWT15: returns to the state of a new process. */
  clear(): void {
    this.columns = new Columns()
    this.chains = new SceneChains(this.columns)
    this.shapes = new SceneShapes(this.#sql)
    this.terms = new Arena()
    this.tokens = new Arena()
    this.answers = new AnswerCache(this.#sql)
    this.#seq = 0
    this.#model = undefined
    this.#restored = undefined
    this.#names.clear()
  }

  /** Call it within a snapshot, so that columns and statements show the same state. */
  refresh(): void {
    const newest = this.#sql.find<{ seq: number | null }>('SELECT max(seq) AS seq FROM changes')?.seq ?? 0
    if (newest !== this.#seq) this.#applyOrClear(newest)
    this.#restored ??= this.memories
  }

  #applyOrClear(newest: number): void {
    try {
      this.#applyNewest(newest)
    } catch (error) {
      // The next attempt would apply the same changes a second time.
      this.clear()
      throw error
    }
  }

  #applyNewest(newest: number): void {
    const isFirst = this.#seq === 0
    if (isFirst) {
      const last = this.#sql.find<{ row: number | null }>('SELECT max(row) AS row FROM memories')?.row ?? 0
      this.columns.reserve(last + segmentRows)
      this.#loadSegments()
    }
    const known = isFirst ? 1 : this.columns.end
    const isAnyChanged = isFirst || this.#isAnyChanged()
    const left = isAnyChanged ? this.#applyErasures() : []
    if (isAnyChanged) this.#applyChanges(known)
    this.#loadNewRows(isFirst)
    if (isFirst) this.shapes.load()
    else this.shapes.reload(new Set([...left, ...this.columns.scene.subarray(known, this.columns.end)]))
    this.answers.load(known)
    this.#seq = newest
  }

  /** The same for the questions that memories answer, by their number. */
  answerVectorsOf(identity: string): Int8Matrix | undefined {
    if (this.#model?.identity !== identity) this.#loadModel(identity)
    return this.answers.vectorsOf(
      this.#model === undefined ? undefined : { id: this.#model.id, dimensions: this.#model.matrix.dimensions },
    )
  }

  /** Vectors by row, zero where the model has embedded nothing. Undefined for an unknown model. */
  vectorsOf(identity: string): Int8Matrix | undefined {
    if (this.#model?.identity !== identity) this.#loadModel(identity)
    return this.#model?.matrix
  }

  /** The name of a session, project or speaker. */
  name(id: number): string | null {
    if (id === 0) return null
    let name = this.#names.get(id)
    if (name === undefined) {
      name = this.#sql.find<{ name: string }>('SELECT name FROM names WHERE id = ?', id)?.name ?? ''
      this.#names.set(id, name)
    }
    return name
  }

  /** Each segment has the state of its own change; the caller then applies all changes since the oldest of them. */
  #loadSegments(): void {
    const segments = this.#sql.all<{ first: number; seq: number }>('SELECT first, seq FROM row_segments ORDER BY first')
    for (const { first, seq } of segments) {
      const stored = this.#segment<{ columns: Uint8Array }>('row_segments', 'first = ?', [first], first)
      // A segment is a copy: behind one that is missing or spoilt, the rows themselves are read.
      if (stored === undefined || first !== this.columns.end) break
      this.#addSegment(first, stored.columns)
      this.#seq = this.#seq === 0 ? seq : Math.min(this.#seq, seq)
    }
  }

  /** Undefined when there is none, or not what was written. */
  #segment<Row extends object>(
    table: 'row_segments' | 'vector_segments',
    where: string,
    values: readonly number[],
    first: number,
    model = 0,
  ): Row | undefined {
    const verified = new VerifiedRows(this.#sql, table)
    const stored = this.#sql.find<Row>(`SELECT ${verified.columns} FROM ${table} WHERE ${where}`, ...values)
    if (stored === undefined) return undefined
    verified.add(stored, first, model)
    return verified.areRight(first, first, model) ? stored : undefined
  }

  /** Rows arrive in order. A row that came twice would be in its scene twice, and a walk through the scene would not end. */
  #assertNew(row: number): void {
    if (row >= this.columns.end) return
    throw damagedStore(`row ${row} came twice`)
  }

  #addSegment(first: number, stored: Uint8Array): void {
    this.#assertNew(first)
    const { numbers, ids, terms, tokens } = decodeSegment(stored)
    const to = this.columns
    to.ensure(first + segmentRows - 1)
    to.kind.set(numbers.kind, first)
    to.state.set(numbers.state, first)
    to.outcome.set(numbers.outcome, first)
    to.project.set(numbers.project, first)
    to.session.set(numbers.session, first)
    to.scene.set(numbers.scene, first)
    to.happenedAt.set(numbers.happened_at, first)
    to.recordedAt.set(numbers.recorded_at, first)
    to.validFrom.set(numbers.valid_from, first)
    to.validTo.set(numbers.valid_to, first)
    to.importance.set(numbers.importance, first)
    to.flags.set(numbers.flags, first)
    to.speaker.set(numbers.speaker, first)
    to.length.set(numbers.length, first)
    to.contentTokens.set(numbers.content_tokens, first)
    for (let place = 0; place < segmentRows; place++) {
      to.ids[first + place] = ids[place]
      this.chains.add(first + place)
    }
    this.terms.setAll(first, terms.ends, terms.bytes)
    this.tokens.setAll(first, tokens.ends, tokens.bytes)
  }

  /** Verified where all rows behind the segments are read, which are whole parts. */
  #loadNewRows(isVerified: boolean): void {
    const verified = isVerified ? new VerifiedRows(this.#sql, 'memories') : undefined
    const start = this.columns.end
    for (;;) {
      const first = this.columns.end
      const rows = this.#sql.all<LoadedRow>(
        `SELECT ${verified?.columns ?? loadedColumns} FROM memories WHERE row >= ? ORDER BY row LIMIT ${loadChunk}`,
        first,
      )
      for (const row of rows) {
        this.#add(row)
        verified?.add(row, row.row)
      }
      this.#loadVectors(first, this.columns.end - 1)
      if (rows.length < loadChunk) break
    }
    verified?.assertRight(start)
  }

  #add(from: LoadedRow): void {
    const { row } = from
    this.#assertNew(row)
    const to = this.columns
    to.ensure(row)
    to.ids[row] = from.id
    to.kind[row] = from.kind
    to.project[row] = from.project
    to.session[row] = from.session
    to.scene[row] = from.scene
    to.happenedAt[row] = from.happened_at
    to.recordedAt[row] = from.recorded_at
    to.validFrom[row] = from.valid_from
    to.speaker[row] = from.speaker
    to.length[row] = from.length
    to.contentTokens[row] = from.content_tokens
    this.terms.set(row, from.terms)
    this.tokens.set(row, from.tokens)
    this.#setMutableColumns(from)
    this.chains.add(row)
  }

  #setMutableColumns(from: Pick<LoadedRow, 'row' | 'state' | 'outcome' | 'valid_to' | 'importance' | 'flags'>): void {
    const { row } = from
    this.columns.flags[row] = from.flags
    this.columns.state[row] = from.state
    this.columns.outcome[row] = from.outcome
    this.columns.validTo[row] = from.valid_to ?? Number.POSITIVE_INFINITY
    this.columns.importance[row] = from.importance
  }

  /** Most changes are new memories, which are behind the rows that are cached. */
  #isAnyChanged(): boolean {
    const found = this.#sql.find(
      'SELECT 1 FROM changes WHERE seq > ? AND what IN (?, ?, ?) LIMIT 1',
      this.#seq,
      changeCode.toCode('erased'),
      changeCode.toCode('changed'),
      changeCode.toCode('embedded'),
    )
    return found !== undefined
  }

  /** Returns the scenes that the erased memories were in. */
  #applyErasures(): readonly number[] {
    const erased = this.#sql.all<{ row: number }>(
      'SELECT row FROM changes WHERE seq > ? AND what = ? AND row < ?',
      this.#seq,
      changeCode.toCode('erased'),
      this.columns.end,
    )
    if (erased.length === 0) return []
    const scenes = erased.map(({ row }) => this.columns.scene[row])
    // The id of an erased name may belong to another one now.
    this.#names.clear()
    for (const { row } of erased) {
      this.chains.remove(row)
      this.columns.erase(row)
      this.terms.erase(row)
      this.tokens.erase(row)
      this.answers.erase(row)
      this.#model?.matrix.set(row, new Int8Array(this.#model.matrix.dimensions))
      this.#model?.embedded.delete(row)
    }
    return scenes
  }

  /** Only for rows that are cached; `#loadNewRows` reads the others in their current state. */
  #applyChanges(endOfAnswers: number): void {
    const rowsWith = 'row < ? AND row IN (SELECT row FROM changes WHERE seq > ? AND what = ?)'
    const { end } = this.columns
    const changed = this.#sql.all<LoadedRow>(
      `SELECT row, state, outcome, valid_to, importance, flags FROM memories WHERE ${rowsWith}`,
      end,
      this.#seq,
      changeCode.toCode('changed'),
    )
    for (const each of changed) this.#setMutableColumns(each)
    this.answers.reload(changed.map(({ row }) => row).filter((row) => row < endOfAnswers))
    if (this.#model === undefined) return
    const embedded = this.#sql.all<VectorRow>(
      `SELECT row, components FROM vectors WHERE model = ? AND ${rowsWith}`,
      this.#model.id,
      end,
      this.#seq,
      changeCode.toCode('embedded'),
    )
    for (const each of embedded) setVector(this.#model, each.row, asInt8(each.components))
    const answered = this.#sql.all<{ row: number }>(
      `SELECT row FROM answer_vectors WHERE model = ? AND ${rowsWith}`,
      this.#model.id,
      endOfAnswers,
      this.#seq,
      changeCode.toCode('embedded'),
    )
    this.answers.reloadVectors(answered.map(({ row }) => row))
  }

  #loadModel(identity: string): void {
    this.#model = undefined
    const model = this.#sql.find<{ id: number; dimensions: number }>(
      'SELECT id, dimensions FROM models WHERE identity = ?',
      identity,
    )
    if (model === undefined) return
    const matrix = createInt8Matrix({ dimensions: model.dimensions })
    matrix.ensureRows(this.columns.end)
    this.#model = { identity, id: model.id, matrix, embedded: new RowSet() }
    for (let first = 1; first < this.columns.end; first += segmentRows) {
      const last = Math.min(first + segmentRows, this.columns.end) - 1
      if (!this.#loadVectorSegment(first, last)) this.#loadVectors(first, last, true)
    }
  }

  #loadVectorSegment(first: number, last: number): boolean {
    if (this.#model === undefined) return false
    const { id, matrix, embedded } = this.#model
    const { ids } = this.columns
    const stored = this.#segment<{ components: Uint8Array }>(
      'vector_segments',
      'model = ? AND first = ?',
      [id, first],
      first,
      id,
    )
    if (stored === undefined) return false
    if (stored.components.length !== segmentRows * matrix.dimensions)
      throw damagedStore(`the vectors from row ${first} on are not whole`)
    matrix.setRun(first, asInt8(stored.components).subarray(0, (last - first + 1) * matrix.dimensions))
    // Only runs that the model has embedded whole are packed; gaps are erased rows, and zero.
    for (let row = first; row <= last; row++) if (ids[row] !== '') embedded.add(row)
    return true
  }

  #loadVectors(first: number, last: number, isVerified = false): void {
    if (this.#model === undefined || last < first) return
    const { id, matrix } = this.#model
    matrix.ensureRows(this.columns.end)
    const vectors = this.#sql.all<VectorRow>(
      'SELECT model, row, components FROM vectors WHERE model = ? AND row BETWEEN ? AND ?',
      id,
      first,
      last,
    )
    const verified = isVerified ? new VerifiedRows(this.#sql, 'vectors') : undefined
    for (const each of vectors) {
      setVector(this.#model, each.row, asInt8(each.components))
      verified?.add(each, each.row, id)
    }
    verified?.assertRight(first, last, id)
  }
}

function setVector({ matrix, embedded }: CachedModel, row: number, components: Int8Array): void {
  matrix.set(row, components)
  embedded.add(row)
}

const asInt8 = (bytes: Uint8Array): Int8Array => new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
