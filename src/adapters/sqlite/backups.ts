import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { type Connection, inTransaction } from './connection.js'

/**
 * The copies that this store has written and may have to erase in. A copy knows them too, so that a store that was
 * restored from one still does; those in the store's own folder are found again when the folder moves.
 */
export class Backups {
  readonly #connection: Connection
  readonly #folder: string

  constructor(connection: Connection, path: string) {
    this.#connection = connection
    this.#folder = dirname(resolve(path))
  }

  /** All or none, in one transaction; within one that is under way if there is one. */
  change({ add = [], remove = [] }: { readonly add?: readonly string[]; readonly remove?: readonly string[] }): void {
    const change = () => {
      for (const path of add) this.#run('INSERT OR IGNORE INTO backups VALUES (?)', this.nameOf(path))
      for (const path of remove) this.#run('DELETE FROM backups WHERE path = ?', this.nameOf(path))
    }
    if (this.#connection.isTransaction) change()
    else inTransaction(this.#connection, change)
  }

  #run(sql: string, name: string): void {
    this.#connection.prepare(sql).run(name)
  }

  /** As the table has it. */
  nameOf(path: string): string {
    const absolute = resolve(path)
    const within = relative(this.#folder, absolute)
    return within.startsWith(`..${sep}`) || isAbsolute(within) ? absolute : within
  }

  pathOf(name: string): string {
    return resolve(this.#folder, name)
  }
}
