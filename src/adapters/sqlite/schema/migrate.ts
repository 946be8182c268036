import { WorldWeaverError } from '../../../errors.js'
import { type Connection, inTransaction } from '../connection/connection.js'
import type { Statements } from '../connection/statements.js'
import { copyDatabase } from '../erase/copy-database.js'
import { addMissingDigests, rebuildSums } from '../sums/rebuild-sums.js'
import { hasSums } from '../sums/table-sums.js'
import { type Migration, newestSchema } from './schema.js'

/** Upgrades the file to the newest schema in one transaction, after a backup of a file that holds data. */
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
    if (!hasSums(connection)) return
    addMissingDigests(connection)
    rebuildSums(connection)
  })
}

/** A newer program may upgrade the file while this one has it open; this one must not write to it afterwards. */
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

/** Unique for each process: of two that upgrade at once, one may copy a file that the other has upgraded. */
const backupPath = (path: string, version: number): string =>
  `${path}.schema-${version}.${new Date().toISOString().replaceAll(':', '-')}-${process.pid}.backup`
