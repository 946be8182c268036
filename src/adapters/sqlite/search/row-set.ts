/** A set of row numbers, as one byte per row. */
export class RowSet {
  #isIn = new Uint8Array(1024)
  #size = 0

  get size(): number {
    return this.#size
  }

  add(row: number): void {
    if (row >= this.#isIn.length) {
      const larger = new Uint8Array(Math.max(row + 1, this.#isIn.length * 2))
      larger.set(this.#isIn)
      this.#isIn = larger
    }
    this.#size += 1 - this.#isIn[row]
    this.#isIn[row] = 1
  }

  delete(row: number): void {
    if (row >= this.#isIn.length) return
    this.#size -= this.#isIn[row]
    this.#isIn[row] = 0
  }
}
