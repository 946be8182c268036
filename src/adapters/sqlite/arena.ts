/** Variable-length bytes by row, end to end in one growing buffer. Written once per row. */
export class Arena {
  #bytes = new Uint8Array(1 << 16)
  #used = 0
  #starts = new Int32Array(1024)
  #ends = new Int32Array(1024)

  get bytes(): Uint8Array {
    return this.#bytes
  }

  start(row: number): number {
    return this.#starts[row]
  }

  end(row: number): number {
    return this.#ends[row]
  }

  set(row: number, value: Uint8Array): void {
    if (this.#used + value.length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#used + value.length))
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    if (row >= this.#starts.length) {
      this.#starts = doubled(this.#starts, row)
      this.#ends = doubled(this.#ends, row)
    }
    this.#bytes.set(value, this.#used)
    this.#starts[row] = this.#used
    this.#used += value.length
    this.#ends[row] = this.#used
  }
}

function doubled(from: Int32Array, row: number): Int32Array<ArrayBuffer> {
  const to = new Int32Array(Math.max(from.length * 2, row + 1))
  to.set(from)
  return to
}
