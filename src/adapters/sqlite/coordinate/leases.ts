import type { Statements } from '../connection/statements.js'

/** Longer than any lease. One that seems to run longer was taken before the clock was set back, and counts as expired. */
export const maxLeaseMs = 600_000

/** Decides which process may run a background job. Uses SQLite's clock, which is the same for all processes. */
export class Leases {
  readonly #sql: Statements

  constructor(sql: Statements) {
    this.#sql = sql
  }

  /** False while another holder's lease runs. */
  take(name: string, holder: string, ttlMs: number): boolean {
    const taken = this.#sql.inTransaction(() =>
      this.#sql.change(
        `INSERT INTO leases VALUES (?1, ?2, CAST(unixepoch('subsec') * 1000 AS INTEGER) + ?3)
         ON CONFLICT DO UPDATE SET holder = ?2, expires_at = excluded.expires_at
         WHERE expires_at <= unixepoch('subsec') * 1000 OR expires_at > unixepoch('subsec') * 1000 + ?4`,
        name,
        holder,
        ttlMs,
        maxLeaseMs,
      ),
    )
    return taken > 0
  }

  /** False for an expired lease: another process may hold it now. */
  renew(name: string, holder: string, ttlMs: number): boolean {
    const renewed = this.#sql.inTransaction(() =>
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
    this.#sql.inTransaction(() => this.#sql.run('DELETE FROM leases WHERE name = ? AND holder = ?', name, holder))
  }
}
