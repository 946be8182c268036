import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { type Connection, inTransaction } from '../connection/connection.js'

/**
 * The list of backups that this store has written, in which memories have to be erased too. It is part of each backup,
 * so that a restored store still has it. Paths within the store's folder are relative, so that the folder can move.
 */
export class Backups {
  readonly #connection: Connection
  readonly #folder: string

  constructor(connection: Connection, path: string) {
    this.#connection = connection
    this.#folder = dirname(resolve(path))
  }

  /** In one transaction; in the current one if there is one. */
  change({ add = [], remove = [] }: { readonly add?: readonly string[]; readonly remove?: readonly string[] }): void {
    const change = () => {
      for (const path of add) this.#run('INSERT OR IGNORE INTO backups VALUES (?)', this.nameOf(path))
      for (const path of remove) this.#run('DELETE FROM backups WHERE path = ?', this.nameOf(path))
    }
    if (this.#connection.isTransaction) change()
    else inTransaction(this.#connection, change)
  }

  /** Every backup that this store knows of. */
  list(): string[] {
    const rows = this.#connection.prepare('SELECT path FROM backups').all() as { path: string }[]
    return rows.map(({ path }) => this.pathOf(path))
  }

  #run(sql: string, name: string): void {
    this.#connection.prepare(sql).run(name)
  }

  /** The path as the table stores it. */
  nameOf(path: string): string {
    const absolute = resolve(path)
    const within = relative(this.#folder, absolute)
    return within.startsWith(`..${sep}`) || isAbsolute(within) ? absolute : within
  }

  pathOf(name: string): string {
    return resolve(this.#folder, name)
  }
}
