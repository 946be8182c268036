/**
 * The `limit` best rows; of equal scores the higher row. A binary heap with the worst on top: nearly every row costs one
 * comparison, where sorting would cost several (`npm run bench:speed`).
 */
export class TopRows {
  readonly #limit: number
  readonly #rows: number[] = []
  readonly #scores: number[] = []

  constructor(limit: number) {
    this.#limit = limit
  }

  offer(row: number, score: number): void {
    if (this.#rows.length < this.#limit) {
      this.#rows.push(row)
      this.#scores.push(score)
      this.#rise(this.#rows.length - 1)
    } else if (this.#limit > 0 && this.#isWorse(this.#scores[0], this.#rows[0], score, row)) {
      this.#rows[0] = row
      this.#scores[0] = score
      this.#sink(0)
    }
  }

  /** In no order. */
  get rows(): readonly number[] {
    return this.#rows
  }

  bestFirst(): number[] {
    const order = this.#rows.map((_, index) => index)
    order.sort((a, b) => this.#scores[b] - this.#scores[a] || this.#rows[b] - this.#rows[a])
    return order.map((index) => this.#rows[index])
  }

  #isWorse(scoreA: number, rowA: number, scoreB: number, rowB: number): boolean {
    return scoreA < scoreB || (scoreA === scoreB && rowA < rowB)
  }

  #rise(start: number): void {
    let at = start
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!this.#isWorse(this.#scores[at], this.#rows[at], this.#scores[parent], this.#rows[parent])) return
      this.#swap(at, parent)
      at = parent
    }
  }

  #sink(start: number): void {
    let at = start
    for (;;) {
      let worst = at
      const end = Math.min(2 * at + 3, this.#rows.length)
      for (let child = 2 * at + 1; child < end; child++) {
        if (this.#isWorse(this.#scores[child], this.#rows[child], this.#scores[worst], this.#rows[worst])) worst = child
      }
      if (worst === at) return
      this.#swap(at, worst)
      at = worst
    }
  }

  #swap(a: number, b: number): void {
    const row = this.#rows[a]
    const score = this.#scores[a]
    this.#rows[a] = this.#rows[b]
    this.#scores[a] = this.#scores[b]
    this.#rows[b] = row
    this.#scores[b] = score
  }
}
