/** How often each thing was met. */
export class Tally<Thing> {
  readonly #counts = new Map<Thing, number>()

  get counts(): ReadonlyMap<Thing, number> {
    return this.#counts
  }

  add(thing: Thing): void {
    this.#counts.set(thing, (this.#counts.get(thing) ?? 0) + 1)
  }
}
