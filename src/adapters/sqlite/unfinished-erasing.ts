import { type Connection, inTransaction } from './connection.js'

/** Where it may still be: a backup by the name that it has in the table of them, or the store's own file. */
const ownFile = ''

/**
 * What was erased from the tables but perhaps not yet elsewhere. Kept in the store, so that whoever opens it next goes
 * on where a process was killed or could not wait.
 */
export class UnfinishedErasing {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** To be called within the transaction that erases: a backup that is made later holds none of it. */
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

  finishOwnFile(work: () => void): void {
    this.finish(ownFile, work)
  }

  /** Does the work for one place, and ticks off what it was done for: more may be erased meanwhile. */
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
