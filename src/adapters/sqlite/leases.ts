import { type Connection, inTransaction } from './connection.js'
import type { Statements } from './statements.js'

/** Longer than any is taken for: what seems to last longer was taken by a clock that has been set back since. */
export const longestLeaseMs = 600_000

/** Who may do a background job, across processes. SQLite's clock decides: it is one for all of them. */
export class Leases {
  readonly #connection: Connection
  readonly #sql: Statements

  constructor(connection: Connection, sql: Statements) {
    this.#connection = connection
    this.#sql = sql
  }

  /** False while another holder's lease runs. */
  take(name: string, holder: string, ttlMs: number): boolean {
    const taken = inTransaction(this.#connection, () =>
      this.#sql.change(
        `INSERT INTO leases VALUES (?1, ?2, CAST(unixepoch('subsec') * 1000 AS INTEGER) + ?3)
         ON CONFLICT DO UPDATE SET holder = ?2, expires_at = excluded.expires_at
         WHERE expires_at <= unixepoch('subsec') * 1000 OR expires_at > unixepoch('subsec') * 1000 + ?4`,
        name,
        holder,
        ttlMs,
        longestLeaseMs,
      ),
    )
    return taken > 0
  }

  /** Renews only what is still held: a lapsed lease may be another's by now. */
  renew(name: string, holder: string, ttlMs: number): boolean {
    const renewed = inTransaction(this.#connection, () =>
      this.#sql.change(
        `UPDATE leases SET expires_at = CAST(unixepoch('subsec') * 1000 AS INTEGER) + ?3
         WHERE name = ?1 AND holder = ?2 AND expires_at > unixepoch('subsec') * 1000`,
        name,
        holder,
        ttlMs,
      ),
    )
    return renewed > 0
  }

  release(name: string, holder: string): void {
    inTransaction(this.#connection, () =>
      this.#sql.run('DELETE FROM leases WHERE name = ? AND holder = ?', name, holder),
    )
  }
}
