import { type Connection, inTransaction } from './connection.js'
import { type LoadedRow, loadedColumns } from './loaded-row.js'
import { encodeSegment, segmentRows } from './segment.js'
import type { Statements } from './statements.js'

/** Packs full runs of rows into segments, between commits. A segment is a copy: losing one loses nothing. */
export class SegmentPacker {
  readonly #connection: Connection
  readonly #sql: Statements
  /** First row of the next run, as far as this process knows; 0 before it has looked. */
  #next = 0

  constructor(connection: Connection, sql: Statements) {
    this.#connection = connection
    this.#sql = sql
  }

  /** Packs one run if one is full; true when there may be more to do. */
  packOne(): boolean {
    if (this.#next === 0) this.#next = this.#firstUnpacked()
    const last = this.#sql.find<{ row: number | null }>('SELECT max(row) AS row FROM memories')?.row ?? 0
    if (last < this.#next + segmentRows - 1) return false
    inTransaction(this.#connection, () => {
      const first = this.#firstUnpacked()
      // Another process may have been faster.
      if (last >= first + segmentRows - 1) this.#pack(first)
      this.#next = this.#firstUnpacked()
    })
    return true
  }

  #firstUnpacked(): number {
    const packed = this.#sql.find<{ first: number | null }>('SELECT max(first) AS first FROM row_segments')?.first
    return packed == null ? 1 : packed + segmentRows
  }

  #pack(first: number): void {
    const last = first + segmentRows - 1
    const rows = this.#sql.all<LoadedRow>(
      `SELECT ${loadedColumns} FROM memories WHERE row BETWEEN ? AND ? ORDER BY row`,
      first,
      last,
    )
    const seq = this.#sql.find<{ seq: number }>('SELECT max(seq) AS seq FROM changes')?.seq ?? 0
    this.#sql.run('INSERT INTO row_segments VALUES (?, ?, ?)', first, seq, encodeSegment(first, rows))
    for (const { id, dimensions } of this.#sql.all<{ id: number; dimensions: number }>(
      'SELECT id, dimensions FROM models',
    )) {
      const vectors = this.#sql.all<{ row: number; components: Uint8Array }>(
        'SELECT row, components FROM vectors WHERE model = ? AND row BETWEEN ? AND ? ORDER BY row',
        id,
        first,
        last,
      )
      // Only whole runs: what a model has yet to embed would otherwise be missed.
      if (vectors.length !== rows.length) continue
      const components = new Uint8Array(segmentRows * dimensions)
      for (const vector of vectors) components.set(vector.components, (vector.row - first) * dimensions)
      this.#sql.run('INSERT INTO vector_segments VALUES (?, ?, ?)', id, first, components)
    }
  }
}
