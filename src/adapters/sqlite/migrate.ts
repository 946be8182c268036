import { WorldWeaverError } from '../../errors.js'
import { type Connection, inTransaction } from './connection.js'
import { copyDatabase } from './copy-database.js'
import type { Migration } from './schema.js'

/** Brings the file up to the newest schema: one transaction, and a backup first when there is something to lose. */
export function migrate(connection: Connection, path: string, migrations: readonly Migration[]): void {
  const newest = migrations.at(-1)?.version ?? 0
  const version = schemaVersion(connection)
  if (version === newest) return
  if (version > newest) {
    throw new WorldWeaverError(
      'internal_error',
      `The database has schema ${version}, this World Weaver knows ${newest}: it was written by a newer one. Upgrade with \`npm install -g world-weaver@latest\`.`,
    )
  }
  if (version > 0) copyDatabase(connection, backupPath(path, version))
  inTransaction(connection, () => {
    // Another process may have migrated while this one waited for the lock.
    const current = schemaVersion(connection)
    for (const step of migrations.filter((each) => each.version > current)) {
      connection.exec(step.sql)
      connection.exec(`PRAGMA user_version = ${step.version}`)
    }
  })
}

export function schemaVersion(connection: Connection): number {
  const row = connection.prepare('PRAGMA user_version').get() as { user_version: number }
  return row.user_version
}

/** Never the name of another backup: of two processes that upgrade at once, one copies what the other has changed. */
const backupPath = (path: string, version: number): string =>
  `${path}.schema-${version}.${new Date().toISOString().replaceAll(':', '-')}-${process.pid}.backup`
