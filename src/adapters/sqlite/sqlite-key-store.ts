import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { useIntervalMs } from '../../memory/access/api-key.js'
import type { KeyStore } from '../../ports/key-store.js'
import { fromKey, type KeyColumns, toKey } from '../relational/stored-key.js'
import { fileIdentity } from '../system/file-identity.js'
import { type Connection, closeOnError, inTransaction, openConnection } from './connection/connection.js'
import { makeFolder } from './connection/make-folder.js'
import { codeOf, sqlite } from './connection/result-codes.js'
import { migrate } from './schema/migrate.js'
import type { Migration } from './schema/schema.js'

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

/** Readers wait only for a process that opens or repairs the file. */
const lockTimeoutMs = 1_000

/**
 * Stores keys in a small file of their own. Calls run in the caller's thread: reading one row by its primary key takes
 * microseconds, less than a message to a worker, and in WAL mode readers do not wait for writers. The first key creates
 * the file.
 */
export function openSqliteKeyStore({ path }: { readonly path: string }): KeyStore {
  let opened: { readonly connection: Connection; readonly file: string | undefined } | undefined
  let isClosed = false

  function open(): Connection {
    if (isClosed) throw new Error('the key store has been closed')
    if (opened !== undefined && opened.file !== fileIdentity(path)) closeConnection()
    if (opened === undefined) {
      const connection = openPrivateFile(path)
      opened = { connection, file: fileIdentity(path) }
    }
    return opened.connection
  }
  /** Another process may create the file with its first key at any time, and its owner may delete it. */
  const openIfExists = (): Connection | undefined => (isClosed || existsSync(path) ? open() : closeConnection())

  function closeConnection(): undefined {
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
      const row = openIfExists()?.prepare('SELECT * FROM api_keys WHERE id = ?').get(id)
      return row === undefined ? undefined : toKey(row as unknown as KeyColumns)
    },
    async list() {
      const rows = openIfExists()?.prepare('SELECT * FROM api_keys ORDER BY created_at, id').all() ?? []
      return rows.map((row) => toKey(row as unknown as KeyColumns))
    },
    async revoke(id, at) {
      const keys = openIfExists()
      if (keys === undefined) return
      inTransaction(keys, () => {
        keys.prepare('UPDATE api_keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL').run(at, id)
      })
    },
    async noteUse(id, at) {
      const keys = openIfExists()
      if (keys === undefined) return
      // A request waits for this call, so it does not wait for another writer.
      keys.exec('PRAGMA busy_timeout = 0')
      try {
        const isDue = 'last_used_at IS NULL OR last_used_at <= ?'
        const note = keys.prepare(`UPDATE api_keys SET last_used_at = ? WHERE id = ? AND (${isDue})`)
        note.run(at, id, at - useIntervalMs)
      } catch (error) {
        if (codeOf(error) !== sqlite.busy) throw error
      } finally {
        keys.exec(`PRAGMA busy_timeout = ${lockTimeoutMs}`)
      }
    },
    async close() {
      isClosed = true
      closeConnection()
    },
  }
}

/** Readable by the owner only; SQLite gives the log files the same permissions. */
function openPrivateFile(path: string): Connection {
  makeFolder(dirname(path))
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
  const connection = openConnection(path)
  return closeOnError(connection, () => {
    migrate(connection, path, migrations)
    connection.exec(`PRAGMA busy_timeout = ${lockTimeoutMs}`)
  })
}
