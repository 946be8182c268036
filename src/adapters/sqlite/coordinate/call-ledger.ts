import { rmSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import type { LocalCounts, RemoteCounts } from '../../../ports/call-ledger.js'
import type { Connection } from '../connection/connection.js'
import { keepFilesPrivate } from '../connection/private-files.js'
import { codeOf, sqlite } from '../connection/result-codes.js'
import { Statements } from '../connection/statements.js'

/** A transaction takes less than a millisecond; a process that cannot get the lock retries a second later. */
const busyTimeoutMs = 200

const schema = `
CREATE TABLE IF NOT EXISTS calls (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  server TEXT NOT NULL,
  key TEXT NOT NULL,
  at TEXT NOT NULL,
  newest INTEGER NOT NULL
) STRICT;
`

/**
 * Shares counts of calls between processes, in a file of its own: its content is worthless after a minute, so commits
 * do not wait for it, backups leave it out, and a power cut may lose it.
 */
export class SqliteCallLedger {
  readonly #path: string
  #connection: Connection | undefined
  #sql: Statements | undefined

  constructor(path: string) {
    this.#path = path
  }

  exchange(counts: LocalCounts): RemoteCounts {
    try {
      return this.#exchange(counts)
    } catch (error) {
      if (!isBroken(error)) throw error
      this.close()
      for (const end of ['', '-wal', '-shm']) rmSync(this.#path + end, { force: true })
      return this.#exchange({ ...counts, after: 0 })
    }
  }

  #exchange(counts: LocalCounts): RemoteCounts {
    const connection = this.#open()
    if (counts.calls.length > 0) this.#inTransaction(connection, () => this.#write(counts))
    return this.#readOthers(counts)
  }

  /** Not `inTransaction`, which waits half a minute for the lock: commits of memories queue behind this call. */
  #inTransaction(connection: Connection, work: () => void): void {
    connection.exec('BEGIN IMMEDIATE')
    try {
      work()
      connection.exec('COMMIT')
    } catch (error) {
      if (connection.isTransaction) connection.exec('ROLLBACK')
      throw error
    }
  }

  #write({ server, calls, now, windowMs }: LocalCounts): void {
    for (const { key, at } of calls) {
      const newest = at.at(-1) ?? now
      this.#sql?.run('INSERT INTO calls (server, key, at, newest) VALUES (?, ?, ?, ?)', server, key, at.join(), newest)
    }
    this.#sql?.run('DELETE FROM calls WHERE newest <= ?', now - windowMs)
  }

  #readOthers({ server, after, now, windowMs }: LocalCounts): RemoteCounts {
    const rows = this.#sql?.all<{ seq: number; server: string; key: string; at: string; newest: number }>(
      'SELECT seq, server, key, at, newest FROM calls WHERE seq > ? ORDER BY seq',
      after,
    )
    const calls = (rows ?? []).filter((row) => row.server !== server && row.newest > now - windowMs)
    return {
      calls: calls.map(({ key, at }) => ({ key, at: at.split(',').map(Number) })),
      seen: rows?.at(-1)?.seq ?? after,
    }
  }

  #open(): Connection {
    if (this.#connection !== undefined) return this.#connection
    keepFilesPrivate(this.#path)
    const connection = new DatabaseSync(this.#path, { timeout: busyTimeoutMs, returnArrays: false })
    try {
      connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA secure_delete = ON')
      connection.exec(schema)
    } catch (error) {
      connection.close()
      throw error
    }
    this.#connection = connection
    this.#sql = new Statements(connection)
    return connection
  }

  close(): void {
    this.#connection?.close()
    this.#connection = undefined
    this.#sql = undefined
  }
}

const isBroken = (error: unknown): boolean => {
  const code = codeOf(error)
  return code === sqlite.corrupt || code === sqlite.notDatabase
}
