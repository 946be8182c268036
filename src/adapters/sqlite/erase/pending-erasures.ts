import { type Connection, inTransaction } from '../connection/connection.js'

/** The place of the store's own file; other places are paths of the table `backups`. */
const ownFile = ''

/**
 * Ids that were erased from the tables, but perhaps not yet from backups and the file's free pages. The list is stored,
 * so that the next process continues where one was killed or gave up waiting.
 */
export class PendingErasures {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Call it within the transaction that erases: later backups no longer hold the memories. */
  add(ids: readonly string[]): void {
    this.#connection
      .prepare(
        `INSERT OR IGNORE INTO unfinished_erasing
         SELECT place, value FROM (SELECT ? AS place UNION ALL SELECT path FROM backups), json_each(?)`,
      )
      .run(ownFile, JSON.stringify(ids))
  }

  backups(): string[] {
    const sql = 'SELECT DISTINCT place FROM unfinished_erasing WHERE place <> ? ORDER BY place'
    const rows = this.#connection.prepare(sql).all(ownFile) as { place: string }[]
    return rows.map(({ place }) => place)
  }

  /** What is still in the store's own file. */
  ids(): string[] {
    const select = this.#connection.prepare('SELECT id FROM unfinished_erasing WHERE place = ?')
    return (select.all(ownFile) as { id: string }[]).map(({ id }) => id)
  }

  finishOwnFile(work: () => void): void {
    this.finish(ownFile, work)
  }

  /** Runs the work for one place and deletes only the ids it was given: more may be erased meanwhile. */
  finish<Result>(place: string, work: (ids: readonly string[]) => Result): Result | undefined {
    const select = this.#connection.prepare('SELECT id FROM unfinished_erasing WHERE place = ?')
    const ids = (select.all(place) as { id: string }[]).map(({ id }) => id)
    if (ids.length === 0) return undefined
    const result = work(ids)
    inTransaction(this.#connection, () => {
      const done = 'DELETE FROM unfinished_erasing WHERE place = ? AND id IN (SELECT value FROM json_each(?))'
      this.#connection.prepare(done).run(place, JSON.stringify(ids))
    })
    return result
  }
}
