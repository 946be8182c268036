import type { SqlValue } from './sql.js'

/** What a statement that is put together is given, by place. `$1` is the tenant. */
export class Parameters {
  readonly #values: SqlValue[] = []

  get values(): readonly SqlValue[] {
    return this.#values
  }

  /** How the statement names the value. */
  add(value: SqlValue): string {
    this.#values.push(value)
    return `$${this.#values.length + 1}`
  }
}
