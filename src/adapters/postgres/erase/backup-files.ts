import type { TreatedBackup } from '../../../ports/store/write.js'
import type { Database } from '../connection/database.js'

/** Where a backup is written: `partial` until the file is complete, then `path`. */
export interface BackupPaths {
  readonly path: string
  readonly partial: string
}

/** The files that backups of a tenant are. Their format is another engine's, so the composition root provides them. */
export interface BackupFiles {
  partialName(path: string): string
  isPartial(path: string): boolean
  /**
   * Writes one snapshot of the tenant to `partial`, and calls `place` once the file is complete and synced to disk.
   * `place` gets the number of erasures that the snapshot includes. False if `place` refused the file, or if an erasure
   * deleted it before it was complete.
   */
  write(tenant: Database, paths: BackupPaths, place: (erasures: number) => Promise<boolean>): Promise<boolean>
  /** Undefined if the file holds none of these memories. Throws if the file cannot be changed now. */
  eraseIn(path: string, ids: readonly string[]): TreatedBackup['action'] | undefined
  remove(path: string): void
}
