import type { SqlValue } from './sql.js'

/** Collects the values of a composed statement. `$1` is the tenant. */
export class Parameters {
  readonly values: SqlValue[] = []

  /** Returns the placeholder of the value. */
  add(value: SqlValue): string {
    this.values.push(value)
    return `$${this.values.length + 1}`
  }
}
