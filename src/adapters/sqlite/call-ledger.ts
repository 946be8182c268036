import { rmSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import type { HeardCalls, ToldCalls } from '../../ports/call-ledger.js'
import type { Connection } from './connection.js'
import { codeOf, sqlite } from './result-codes.js'
import { Statements } from './statements.js'

/** A turn takes less than a millisecond: who has to wait longer tells it a second later. */
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
 * A file of its own beside the memories: it is worth nothing after a minute, so no commit waits for it, no backup holds
 * it, and a power cut may take it.
 */
export class SqliteCallLedger {
  readonly #path: string
  #connection: Connection | undefined
  #sql: Statements | undefined

  constructor(path: string) {
    this.#path = path
  }

  exchange(told: ToldCalls): HeardCalls {
    try {
      return this.#exchange(told)
    } catch (error) {
      if (!isBroken(error)) throw error
      this.close()
      for (const end of ['', '-wal', '-shm']) rmSync(this.#path + end, { force: true })
      return this.#exchange({ ...told, after: 0 })
    }
  }

  #exchange(told: ToldCalls): HeardCalls {
    const connection = this.#open()
    if (told.calls.length > 0) this.#inTurn(connection, () => this.#tell(told))
    return this.#hear(told)
  }

  /** Not as the memories do, which wait half a minute for each other: commits stand behind this one. */
  #inTurn(connection: Connection, work: () => void): void {
    connection.exec('BEGIN IMMEDIATE')
    try {
      work()
      connection.exec('COMMIT')
    } catch (error) {
      if (connection.isTransaction) connection.exec('ROLLBACK')
      throw error
    }
  }

  #tell({ server, calls, now, windowMs }: ToldCalls): void {
    for (const { key, at } of calls) {
      const newest = at.at(-1) ?? now
      this.#sql?.run('INSERT INTO calls (server, key, at, newest) VALUES (?, ?, ?, ?)', server, key, at.join(), newest)
    }
    this.#sql?.run('DELETE FROM calls WHERE newest <= ?', now - windowMs)
  }

  #hear({ server, after, now, windowMs }: ToldCalls): HeardCalls {
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
