import type { Statements } from '../connection/statements.js'
import { type LoadedRow, loadedColumns } from './loaded-row.js'
import { encodeSegment, firstOfRun, minPackedRows, segmentRows } from './segment.js'

interface UnpackedVectors {
  readonly model: number
  readonly dimensions: number
  readonly first: number
}

/** Counts strengths, one per memory: their table is much smaller to read than that of the memories. */
const memoriesOfRun = '(SELECT count(*) FROM strengths WHERE row BETWEEN first AND first + ?1)'
const isWhole = `${memoriesOfRun} >= ${minPackedRows} AND ${memoriesOfRun}
  = (SELECT count(*) FROM vectors WHERE model = models.id AND row BETWEEN first AND first + ?1)`

/** Packs full runs of rows into segments, between commits. A segment is a copy: losing one loses nothing. */
export class SegmentPacker {
  readonly #sql: Statements
  /** First row of the next run, as far as this process knows; 0 before the first look. */
  #next = 0
  /** Runs whose rows this process has packed, but not yet their vectors. */
  readonly #withoutVectors: number[] = []
  /** Vectors embedded since the last search for complete runs. The search costs time, so it waits for many. */
  #embedded = segmentRows

  constructor(sql: Statements) {
    this.#sql = sql
  }

  noteEmbedded(vectors: number): void {
    this.#embedded += vectors
  }

  /** Packs one run if one is full. Returns true when there may be more to do. */
  packOne(): boolean {
    return this.#packRows() || this.#packVectorsOfNewRun() || this.#packVectors()
  }

  #packRows(): boolean {
    if (this.#next === 0) this.#next = this.#firstUnpacked()
    const last = this.#sql.find<{ row: number | null }>('SELECT max(row) AS row FROM memories')?.row ?? 0
    if (last < this.#next + segmentRows - 1) return false
    this.#sql.inTransaction(() => {
      const first = this.#firstUnpacked()
      // Another process may have packed it meanwhile.
      if (last >= first + segmentRows - 1) {
        this.#pack(first)
        this.#withoutVectors.push(first)
      }
      this.#next = this.#firstUnpacked()
    })
    return true
  }

  #firstUnpacked(): number {
    const packed = this.#sql.find<{ first: number | null }>('SELECT max(first) AS first FROM row_segments')?.first
    return packed == null ? 1 : packed + segmentRows
  }

  #pack(first: number): void {
    const rows = this.#sql.all<LoadedRow>(
      `SELECT ${loadedColumns} FROM memories WHERE row BETWEEN ? AND ? ORDER BY row`,
      first,
      first + segmentRows - 1,
    )
    const seq = this.#sql.find<{ seq: number }>('SELECT max(seq) AS seq FROM changes')?.seq ?? 0
    this.#sql.run('INSERT OR REPLACE INTO row_segments VALUES (?, ?, ?)', first, seq, encodeSegment(first, rows))
  }

  /** Packs the runs of these rows again, without them. Call it within the transaction that erases them. */
  rewrite(erased: readonly number[]): void {
    const firsts = new Set(erased.map(firstOfRun))
    for (const first of firsts) {
      const isPacked = this.#sql.find('SELECT 1 FROM row_segments WHERE first = ?', first) !== undefined
      if (isPacked) this.#pack(first)
      this.#rewriteVectors(first, erased)
    }
  }

  #rewriteVectors(first: number, erased: readonly number[]): void {
    this.#sql.run(
      `DELETE FROM vector_segments WHERE first = ?2 AND ${memoriesOfRun} < ${minPackedRows}`,
      segmentRows - 1,
      first,
    )
    const packed = this.#sql.all<{ model: number; dimensions: number; components: Uint8Array }>(
      `SELECT model, dimensions, components FROM vector_segments JOIN models ON models.id = model WHERE first = ?`,
      first,
    )
    for (const { model, dimensions, components } of packed) {
      for (const row of erased) {
        if (firstOfRun(row) !== first) continue
        components.fill(0, (row - first) * dimensions, (row - first + 1) * dimensions)
      }
      this.#sql.run('UPDATE vector_segments SET components = ? WHERE model = ? AND first = ?', components, model, first)
    }
  }

  /** Does not look up which runs are packed: that lookup would read whole segments. */
  #packVectorsOfNewRun(): boolean {
    const first = this.#withoutVectors.shift()
    if (first === undefined) return false
    this.#sql.inTransaction(() => {
      const whole = this.#sql.all<UnpackedVectors>(
        `SELECT models.id AS model, dimensions, first FROM row_segments JOIN models WHERE first = ?2 AND ${isWhole}`,
        segmentRows - 1,
        first,
      )
      for (const each of whole) this.#packRun(each)
    })
    return true
  }

  /** Packs complete runs only: `unembedded` skips packed runs. */
  #packVectors(): boolean {
    if (this.#embedded < segmentRows) return false
    const isPacked = this.#sql.inTransaction(() => {
      const whole = this.#sql.find<UnpackedVectors>(
        `SELECT models.id AS model, dimensions, first FROM row_segments JOIN models
         WHERE NOT EXISTS (SELECT 1 FROM vector_segments AS packed WHERE packed.model = models.id AND packed.first = row_segments.first)
           AND ${isWhole}
         LIMIT 1`,
        segmentRows - 1,
      )
      if (whole !== undefined) this.#packRun(whole)
      return whole !== undefined
    })
    if (!isPacked) this.#embedded = 0
    return isPacked
  }

  #packRun({ model, dimensions, first }: UnpackedVectors): void {
    const vectors = this.#sql.all<{ row: number; components: Uint8Array }>(
      'SELECT row, components FROM vectors WHERE model = ? AND row BETWEEN ? AND ?',
      model,
      first,
      first + segmentRows - 1,
    )
    const components = new Uint8Array(segmentRows * dimensions)
    for (const vector of vectors) components.set(vector.components, (vector.row - first) * dimensions)
    // Another process may have packed it meanwhile.
    this.#sql.run('INSERT OR REPLACE INTO vector_segments VALUES (?, ?, ?)', model, first, components)
  }
}
