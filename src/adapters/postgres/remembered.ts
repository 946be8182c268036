import type { Transaction } from './transaction.js'

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
  /** Whose they are, and how many erasures there had been when they were learnt. */
  #tenant: number | undefined
  #erasures = 0

  /**
   * At the beginning of a transaction: a number that any process has erased may be another's by now. False when
   * something was forgotten.
   */
  follow({ tenant, totals: { erasures } }: Pick<Transaction, 'tenant' | 'totals'>): boolean {
    const isSame = (this.#tenant ?? tenant) === tenant && erasures === this.#erasures
    const isKept = isSame && this.terms.size <= mostTerms && this.names.size <= mostNames
    if (!isKept) this.forget()
    this.#tenant = tenant
    this.#erasures = erasures
    return isKept
  }

  forget(): void {
    this.names.clear()
    this.terms.clear()
    this.models.clear()
  }
}
