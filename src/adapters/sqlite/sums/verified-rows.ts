import type { Statements } from '../connection/statements.js'
import { damagedStore } from '../connection/store-errors.js'
import { addSums, hashRow } from './row-hash.js'
import { compareSums } from './spoilt-parts.js'
import { partOf, type SummedTable, summedTable } from './summed-tables.js'

type Row = Readonly<Record<string, unknown>>

/** Compares rows with their checksums while they are loaded. */
export class VerifiedRows {
  readonly #sql: Statements
  readonly #table: SummedTable
  readonly #sums = new Map<number, number>()

  constructor(sql: Statements, table: string) {
    this.#sql = sql
    this.#table = summedTable(sql.connection, table)
  }

  /** What to select. */
  get columns(): string {
    return this.#table.columns.join(', ')
  }

  add(row: object, key: number, model = 0): void {
    const part = partOf(key, model)
    const values = this.#table.columns.map((column) => (row as Row)[column])
    this.#sums.set(part, addSums(this.#sums.get(part) ?? 0, hashRow(values)))
  }

  /** Whether all rows from this key to that one were added, and are what was written. */
  areRight(first: number, last = Number.MAX_SAFE_INTEGER, model = 0): boolean {
    const to = last === Number.MAX_SAFE_INTEGER ? last : partOf(last, model)
    const spoilt = compareSums(this.#sql.connection, this.#table.name, this.#sums, partOf(first, model), to)
    // A spoilt checksum says nothing of the rows; the next check of the whole store repairs it.
    return spoilt.every(({ isSumSpoilt }) => isSumSpoilt)
  }

  assertRight(first: number, last?: number, model?: number): void {
    if (!this.areRight(first, last, model)) throw damagedStore(`rows of ${this.#table.name} are not what was written`)
  }
}
