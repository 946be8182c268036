import type { Transaction } from '../connection/transaction.js'

/** Enough for the vocabulary of a language; a larger cache is cleared. */
const maxTerms = 200_000
/** Sessions, projects and speakers. */
const maxNames = 10_000

export interface Model {
  readonly id: number
  readonly dimensions: number
}

/** Caches the numbers of committed names, terms and models. */
export class IdCache {
  readonly names = new Map<string, number>()
  readonly terms = new Map<string, number>()
  readonly models = new Map<string, Model>()
  /** The tenant of the cached numbers, and its count of erasures when they were cached. */
  #tenant: number | undefined
  #erasures = 0

  /**
   * Called at the start of a transaction. Clears the cache if any process has erased something, because freed numbers
   * are reused. False if it was cleared.
   */
  validate({ tenant, totals: { erasures } }: Pick<Transaction, 'tenant' | 'totals'>): boolean {
    const isSame = (this.#tenant ?? tenant) === tenant && erasures === this.#erasures
    const isValid = isSame && this.terms.size <= maxTerms && this.names.size <= maxNames
    if (!isValid) this.clear()
    this.#tenant = tenant
    this.#erasures = erasures
    return isValid
  }

  clear(): void {
    this.names.clear()
    this.terms.clear()
    this.models.clear()
  }
}
