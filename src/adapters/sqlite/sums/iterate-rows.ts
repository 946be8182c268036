import type { Connection } from '../connection/connection.js'

const running = new Set<object>()

/** Rows as arrays, one after the other. A statement that is collected while its rows are read would end the process. */
export function* iterateRows(connection: Connection, sql: string): Generator<readonly unknown[]> {
  const statement = connection.prepare(sql)
  statement.setReturnArrays(true)
  running.add(statement)
  try {
    yield* statement.iterate() as unknown as Iterable<unknown[]>
  } finally {
    running.delete(statement)
  }
}
