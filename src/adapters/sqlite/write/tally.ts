/** Counts how often each value was added. */
export class Tally<Value> {
  readonly counts = new Map<Value, number>()

  add(value: Value): void {
    this.counts.set(value, (this.counts.get(value) ?? 0) + 1)
  }
}
