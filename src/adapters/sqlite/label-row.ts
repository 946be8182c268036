import type { Statements } from './statements.js'

/** Lets a memory be looked up by these. */
export function labelRow(row: number, labels: Iterable<string>, sql: Statements): void {
  for (const label of labels) sql.run('INSERT INTO labels VALUES (?, ?)', label, row)
}
