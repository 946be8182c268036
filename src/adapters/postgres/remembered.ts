/** Enough for a language and its names; past that, forget all and start over. */
const mostTerms = 200_000
/** Sessions, projects and speakers of late. */
const mostNames = 10_000

export interface Model {
  readonly id: number
  readonly dimensions: number
}

/** Numbers that this process has met, of what is committed. */
export class Remembered {
  readonly names = new Map<string, number>()
  readonly terms = new Map<string, number>()
  readonly models = new Map<string, Model>()
  /** How many erasures there had been when they were learnt. */
  #erasures = 0

  /** At the beginning of a transaction: a number that any process has erased may be another's by now. */
  follow(erasures: number): void {
    if (erasures !== this.#erasures) this.forget()
    this.#erasures = erasures
    if (this.terms.size > mostTerms) this.terms.clear()
    if (this.names.size > mostNames) this.names.clear()
  }

  forget(): void {
    this.names.clear()
    this.terms.clear()
    this.models.clear()
  }
}
