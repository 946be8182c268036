import { createInt8Matrix, type Int8Matrix } from '../kernel/int8-matrix.js'
import { Arena } from './arena.js'
import { changeCode } from './codes.js'
import { Columns } from './columns.js'
import { SceneChains } from './scene-chains.js'
import type { Statements } from './statements.js'

/** Rows per statement while loading: bounds what the driver holds at once. */
const loadChunk = 2_000

interface LoadedRow {
  readonly row: number
  readonly id: string
  readonly kind: number
  readonly state: number
  readonly outcome: number
  readonly project: number
  readonly session: number
  readonly scene: number
  readonly happened_at: number
  readonly recorded_at: number
  readonly valid_from: number
  readonly valid_to: number | null
  readonly importance: number
  readonly flags: number
  readonly speaker: number
  readonly length: number
  readonly content_tokens: number
  readonly terms: Uint8Array
  readonly tokens: Uint8Array
}

const loadedColumns = `row, id, kind, state, outcome, project, session, scene, happened_at, recorded_at, valid_from,
  valid_to, importance, flags, speaker, length, content_tokens, terms, tokens`

/**
 * What searching needs of every memory, in this process's RAM. It follows the change log, so whatever any
 * process commits is here at the next `refresh`.
 */
export class MemoryCache {
  readonly columns = new Columns()
  readonly chains = new SceneChains(this.columns)
  readonly terms = new Arena()
  readonly tokens = new Arena()
  readonly #sql: Statements
  #seq = 0
  #model: { readonly identity: string; readonly id: number; readonly matrix: Int8Matrix } | undefined
  #names = new Map<number, string>()

  constructor(sql: Statements) {
    this.#sql = sql
  }

  /** To be called within a snapshot, so that columns and statements tell of the same moment. */
  refresh(): void {
    const newest = this.#sql.find<{ seq: number | null }>('SELECT max(seq) AS seq FROM changes')?.seq ?? 0
    if (newest === this.#seq) return
    this.#loadNewRows()
    this.#applyChanges()
    this.#seq = newest
  }

  /** Vectors by row; a row that the model has not embedded is zero. Undefined when the model is unknown here. */
  vectorsOf(identity: string): Int8Matrix | undefined {
    if (this.#model?.identity !== identity) this.#loadModel(identity)
    return this.#model?.matrix
  }

  /** Session, project or speaker. */
  name(id: number): string | null {
    if (id === 0) return null
    let name = this.#names.get(id)
    if (name === undefined) {
      name = this.#sql.find<{ name: string }>('SELECT name FROM names WHERE id = ?', id)?.name ?? ''
      this.#names.set(id, name)
    }
    return name
  }

  #loadNewRows(): void {
    for (;;) {
      const rows = this.#sql.all<LoadedRow>(
        `SELECT ${loadedColumns} FROM memories WHERE row >= ? ORDER BY row LIMIT ${loadChunk}`,
        this.columns.end,
      )
      for (const row of rows) this.#add(row)
      this.#loadVectors(rows[0]?.row, rows.at(-1)?.row)
      if (rows.length < loadChunk) return
    }
  }

  #add(from: LoadedRow): void {
    const { row } = from
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
    to.flags[row] = from.flags
    to.speaker[row] = from.speaker
    to.length[row] = from.length
    to.contentTokens[row] = from.content_tokens
    this.terms.set(row, from.terms)
    this.tokens.set(row, from.tokens)
    this.#setChangeable(from)
    this.chains.add(row)
  }

  #setChangeable(from: Pick<LoadedRow, 'row' | 'state' | 'outcome' | 'valid_to' | 'importance'>): void {
    const { row } = from
    this.columns.state[row] = from.state
    this.columns.outcome[row] = from.outcome
    this.columns.validTo[row] = from.valid_to ?? Number.POSITIVE_INFINITY
    this.columns.importance[row] = from.importance
  }

  #applyChanges(): void {
    // A first load has read everything as it stands.
    if (this.#seq === 0) return
    const rowsWith = 'IN (SELECT row FROM changes WHERE seq > ? AND what = ?)'
    const changed = this.#sql.all<LoadedRow>(
      `SELECT row, state, outcome, valid_to, importance FROM memories WHERE row ${rowsWith}`,
      this.#seq,
      changeCode.toCode('changed'),
    )
    for (const each of changed) this.#setChangeable(each)
    if (this.#model === undefined) return
    const embedded = this.#sql.all<{ row: number; components: Uint8Array }>(
      `SELECT row, components FROM vectors WHERE model = ? AND row ${rowsWith}`,
      this.#model.id,
      this.#seq,
      changeCode.toCode('embedded'),
    )
    for (const each of embedded) this.#model.matrix.set(each.row, asInt8(each.components))
  }

  #loadModel(identity: string): void {
    this.#model = undefined
    const model = this.#sql.find<{ id: number; dimensions: number }>(
      'SELECT id, dimensions FROM models WHERE identity = ?',
      identity,
    )
    if (model === undefined) return
    this.#model = { identity, id: model.id, matrix: createInt8Matrix({ dimensions: model.dimensions }) }
    for (let first = 1; first < this.columns.end; first += loadChunk) this.#loadVectors(first, first + loadChunk - 1)
  }

  #loadVectors(first: number | undefined, last: number | undefined): void {
    if (this.#model === undefined || first === undefined || last === undefined) return
    const { id, matrix } = this.#model
    matrix.ensureRows(this.columns.end)
    const vectors = this.#sql.all<{ row: number; components: Uint8Array }>(
      'SELECT row, components FROM vectors WHERE model = ? AND row BETWEEN ? AND ?',
      id,
      first,
      last,
    )
    for (const each of vectors) matrix.set(each.row, asInt8(each.components))
  }
}

const asInt8 = (bytes: Uint8Array): Int8Array => new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
