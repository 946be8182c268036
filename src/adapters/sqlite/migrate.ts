import { WorldWeaverError } from '../../errors.js'
import { type Connection, inTransaction } from './connection.js'
import { copyDatabase } from './copy-database.js'
import { type Migration, newestSchema } from './schema.js'
import type { Statements } from './statements.js'

/** Brings the file up to the newest schema: one transaction, and a backup first when there is something to lose. */
export function migrate(connection: Connection, path: string, steps: readonly Migration[]): void {
  const newest = steps.at(-1)?.version ?? 0
  const version = schemaVersion(connection)
  if (version === newest) return
  if (version > newest) throw tooNew(version, newest)
  if (version > 0) copyDatabase(connection, path, backupPath(path, version))
  inTransaction(connection, () => {
    // Another process may have migrated while this one waited for the lock.
    const current = schemaVersion(connection)
    if (current > newest) throw tooNew(current, newest)
    for (const step of steps.filter((each) => each.version > current)) {
      connection.exec(step.sql)
      connection.exec(`PRAGMA user_version = ${step.version}`)
    }
  })
}

/** A newer program may bring the file to its schema while this one has it open: what it wrote is not ours to touch. */
export function assertKnown(sql: Statements): void {
  const version = sql.find<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0
  if (version > newestSchema) throw tooNew(version, newestSchema)
}

const tooNew = (version: number, newest: number): WorldWeaverError =>
  new WorldWeaverError(
    'internal_error',
    `The database has schema ${version}, this World Weaver knows ${newest}: it was written by a newer one. Upgrade with \`npm install -g world-weaver@latest\`.`,
  )

export function schemaVersion(connection: Connection): number {
  const row = connection.prepare('PRAGMA user_version').get() as { user_version: number }
  return row.user_version
}

/** Never the name of another backup: of two processes that upgrade at once, one copies what the other has changed. */
const backupPath = (path: string, version: number): string =>
  `${path}.schema-${version}.${new Date().toISOString().replaceAll(':', '-')}-${process.pid}.backup`
