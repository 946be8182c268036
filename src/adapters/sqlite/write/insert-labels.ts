import type { Statements } from '../connection/statements.js'

export function insertLabels(row: number, labels: Iterable<string>, sql: Statements): void {
  for (const label of labels) sql.run('INSERT INTO labels VALUES (?, ?)', label, row)
}
