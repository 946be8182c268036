/** Stores bytes of variable length by row, end to end in one growing buffer. A row is written once; erasing leaves a gap. */
export class Arena {
  #bytes = new Uint8Array(1 << 16)
  // Made once for each buffer: a recall reads them for every answer, and a new view costs more than the reading.
  #words = new Uint16Array(this.#bytes.buffer)
  #numbers = new Uint32Array(this.#bytes.buffer)
  #used = 0
  #starts = new Int32Array(1024)
  #ends = new Int32Array(1024)

  get bytes(): Uint8Array {
    return this.#bytes
  }

  /** The buffer as 16-bit values; every row must hold such. */
  get words(): Uint16Array {
    return this.#words
  }

  /** The buffer as 32-bit values; every row must hold such. */
  get numbers(): Uint32Array {
    return this.#numbers
  }

  start(row: number): number {
    return this.#starts[row]
  }

  end(row: number): number {
    return this.#ends[row]
  }

  set(row: number, value: Uint8Array): void {
    this.#reserve(row, value.length)
    this.#bytes.set(value, this.#used)
    this.#starts[row] = this.#used
    this.#used += value.length
    this.#ends[row] = this.#used
  }

  /** Sets a run of rows at once; `ends` are the ends of their values within `values`. */
  setAll(firstRow: number, ends: Float64Array, values: Uint8Array): void {
    this.#reserve(firstRow + ends.length, values.length)
    this.#bytes.set(values, this.#used)
    let start = this.#used
    for (let place = 0; place < ends.length; place++) {
      this.#starts[firstRow + place] = start
      start = this.#used + ends[place]
      this.#ends[firstRow + place] = start
    }
    this.#used += values.length
  }

  /** Overwrites the bytes: erased content leaves the RAM too. */
  erase(row: number): void {
    if (row >= this.#starts.length) return
    this.#bytes.fill(0, this.#starts[row], this.#ends[row])
    this.#starts[row] = 0
    this.#ends[row] = 0
  }

  #reserve(row: number, bytes: number): void {
    if (this.#used + bytes > this.#bytes.length) {
      // A multiple of four bytes, so that it can be read as wider numbers.
      const larger = new Uint8Array((Math.max(this.#bytes.length * 1.5, this.#used + bytes) + 3) & ~3)
      larger.set(this.#bytes)
      this.#bytes = larger
      this.#words = new Uint16Array(larger.buffer)
      this.#numbers = new Uint32Array(larger.buffer)
    }
    if (row >= this.#starts.length) {
      this.#starts = doubled(this.#starts, row)
      this.#ends = doubled(this.#ends, row)
    }
  }
}

function doubled(from: Int32Array, row: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(Math.max(from.length * 2, row + 1))
  to.set(from)
  return to
}
