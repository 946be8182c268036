import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { useIntervalMs } from '../../memory/access/api-key.js'
import type { KeyStore } from '../../ports/key-store.js'
import { fromKey, type KeyColumns, toKey } from '../relational/stored-key.js'
import { type Connection, inTransaction, openConnection, orClosed } from './connection.js'
import { makeFolder } from './make-folder.js'
import { migrate } from './migrate.js'
import { codeOf, sqlite } from './result-codes.js'
import type { Migration } from './schema.js'

const migrations: readonly Migration[] = [
  {
    version: 1,
    sql: `
CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  digest BLOB NOT NULL,
  tenant TEXT NOT NULL,
  role TEXT NOT NULL,
  sessions TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  last_used_at INTEGER,
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX names_in_force ON api_keys (name) WHERE revoked_at IS NULL;
`,
  },
]

/** A reader waits for nobody but one who opens or mends the file. */
const patienceMs = 1_000

/**
 * Keys in a small file of their own. Calls run in the thread that makes them: to read one row by its primary key takes
 * microseconds, less than to ask a worker for it, and in WAL mode no writer makes a reader wait. The file is made with
 * the first key; until then there is nothing to open.
 */
export function openSqliteKeyStore({ path }: { readonly path: string }): KeyStore {
  let opened: { readonly connection: Connection; readonly file: string | undefined } | undefined
  let isClosed = false

  function open(): Connection {
    if (isClosed) throw new Error('the key store has been closed')
    if (opened !== undefined && opened.file !== fileAt(path)) letGo()
    if (opened === undefined) {
      const connection = openOwnFile(path)
      opened = { connection, file: fileAt(path) }
    }
    return opened.connection
  }
  /** Another process may make the first key at any time, and whoever owns the file take it away. */
  const openIfThere = (): Connection | undefined => (isClosed || existsSync(path) ? open() : letGo())

  function letGo(): undefined {
    opened?.connection.close()
    opened = undefined
  }

  return {
    async add(key) {
      const keys = open()
      return inTransaction(keys, () => {
        const { changes } = keys
          .prepare('INSERT OR IGNORE INTO api_keys VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
          .run(...fromKey(key))
        return Number(changes) === 1
      })
    },
    async find(id) {
      const row = openIfThere()?.prepare('SELECT * FROM api_keys WHERE id = ?').get(id)
      return row === undefined ? undefined : toKey(row as unknown as KeyColumns)
    },
    async list() {
      const rows = openIfThere()?.prepare('SELECT * FROM api_keys ORDER BY created_at, id').all() ?? []
      return rows.map((row) => toKey(row as unknown as KeyColumns))
    },
    async revoke(id, at) {
      const keys = openIfThere()
      if (keys === undefined) return
      inTransaction(keys, () => {
        keys.prepare('UPDATE api_keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL').run(at, id)
      })
    },
    async noteUse(id, at) {
      const keys = openIfThere()
      if (keys === undefined) return
      // Somebody waits for the answer to the call: another writer is no reason to keep them.
      keys.exec('PRAGMA busy_timeout = 0')
      try {
        const isNews = 'last_used_at IS NULL OR last_used_at <= ?'
        const note = keys.prepare(`UPDATE api_keys SET last_used_at = ? WHERE id = ? AND (${isNews})`)
        note.run(at, id, at - useIntervalMs)
      } catch (error) {
        if (codeOf(error) !== sqlite.busy) throw error
      } finally {
        keys.exec(`PRAGMA busy_timeout = ${patienceMs}`)
      }
    },
    async close() {
      isClosed = true
      letGo()
    },
  }
}

/**
 * Which file stands there now. One that was deleted, or replaced by a copy, stays what it was for who holds it open:
 * its keys would open everything for ever, and nobody could revoke them.
 */
function fileAt(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? undefined : `${found.dev}/${found.ino}`
}

/** The owner's alone. SQLite gives the files beside it the rights of this one. */
function openOwnFile(path: string): Connection {
  makeFolder(dirname(path))
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
  const connection = openConnection(path)
  return orClosed(connection, () => {
    migrate(connection, path, migrations)
    connection.exec(`PRAGMA busy_timeout = ${patienceMs}`)
  })
}
