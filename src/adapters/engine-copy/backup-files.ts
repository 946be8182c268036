import { existsSync } from 'node:fs'
import type { BackupFiles } from '../postgres/erase/backup-files.js'
import { isPartial, partialName } from '../sqlite/erase/copy-database.js'
import { eraseInBackup } from '../sqlite/erase/erase-in-backup.js'
import { copyTenant } from './copy-tenant.js'
import { openPostgresSource } from './postgres-tenant.js'
import { openSqliteTarget, removeSqliteTenant } from './sqlite-tenant.js'

/** How long erasing waits for another program that reads the backup. */
const busyTimeoutMs = 20_000
/** A PostgreSQL store has no file of its own, which erasing in backups would have to leave out. */
const noStore = ''

/** Backups of a PostgreSQL tenant are SQLite stores. */
export const backupFiles: BackupFiles = {
  partialName,
  isPartial,
  async write(tenant, { path, partial }, place) {
    const source = await openPostgresSource(tenant)
    try {
      const { erasures } = await source.counters()
      let isPlaced = false
      const target = openSqliteTarget(path, partial, async () => {
        // Everything is read, so the snapshot need not be held while `place` waits for its lock.
        await source.close()
        isPlaced = await place(erasures)
      })
      try {
        await copyTenant(source, target)
      } catch (error) {
        // An erasure in another process deletes partial backups.
        if (existsSync(partial)) throw error
        return false
      } finally {
        await target.close()
      }
      return isPlaced
    } finally {
      await source.close()
    }
  },
  eraseIn: (path, ids) => eraseInBackup(path, noStore, ids, busyTimeoutMs),
  remove: removeSqliteTenant,
}
