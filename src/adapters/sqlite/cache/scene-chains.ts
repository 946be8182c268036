import { damagedStore } from '../connection/store-errors.js'
import type { Columns } from './columns.js'

/** A larger scene number means a damaged row; an array up to it could take all the RAM. */
const maxScene = 100_000_000

/** Links the members of each scene through the columns `previous` and `next`, in the order (T_ref, row). */
export class SceneChains {
  readonly #columns: Columns
  #lastOf = new Int32Array(1024)

  constructor(columns: Columns) {
    this.#columns = columns
  }

  add(row: number): void {
    const { scene, previous, next, happenedAt } = this.#columns
    const id = scene[row]
    if (id === 0) return
    if (id < 0 || id > maxScene) throw damagedStore(`row ${row} is in scene ${id}`)
    if (id >= this.#lastOf.length) {
      const larger = new Int32Array(Math.max(this.#lastOf.length * 2, id + 1))
      larger.set(this.#lastOf)
      this.#lastOf = larger
    }
    let before = this.#lastOf[id]
    let after = 0
    while (
      before !== 0 &&
      (happenedAt[before] > happenedAt[row] || (happenedAt[before] === happenedAt[row] && before > row))
    ) {
      after = before
      before = previous[before]
    }
    previous[row] = before
    next[row] = after
    if (before !== 0) next[before] = row
    if (after !== 0) previous[after] = row
    else this.#lastOf[id] = row
  }

  /** Links the row's neighbours to each other. */
  remove(row: number): void {
    const { scene, previous, next } = this.#columns
    const id = scene[row]
    if (id === 0) return
    const [before, after] = [previous[row], next[row]]
    if (before !== 0) next[before] = after
    if (after !== 0) previous[after] = before
    else this.#lastOf[id] = before
  }

  /** First to last; empty for an unknown scene. */
  members(scene: number): number[] {
    const rows: number[] = []
    for (let row = this.#lastOf[scene] ?? 0; row !== 0; row = this.#columns.previous[row]) rows.push(row)
    return rows.reverse()
  }
}
