import { createHash } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { WorldWeaverError } from '../../errors.js'
import { makeFolders, removeEmptyFolders } from './settings-file.js'

/** A settings file before and after our change. */
export interface Backup {
  /** Undefined if there was no file. */
  readonly before: Buffer | undefined
  /** SHA-256 of the bytes that were written. */
  readonly after: string
  /** Folders created for the file, the outermost first. */
  readonly folders: readonly string[]
}

export interface BackupKey {
  readonly client: string
  readonly part: string
  readonly file: string
}

interface BackupRecord extends BackupKey {
  /** Name of a file in the same folder. */
  readonly before: string | null
  readonly after: string
  readonly folders: readonly string[]
}

export interface Backups {
  find(key: BackupKey): Promise<Backup | undefined>
  save(key: BackupKey, backup: Backup): Promise<void>
  remove(key: BackupKey): Promise<void>
  /** Keeps the bytes from before an upgrade, in the place of those from the upgrade before it. Resolves to the file. */
  saveCopy(key: BackupKey, bytes: Buffer): Promise<string>
  removeCopy(key: BackupKey): Promise<void>
}

export const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

function parseRecord(text: string, path: string): BackupRecord {
  try {
    const record: Partial<BackupRecord> = JSON.parse(text)
    const { before, after, folders } = record
    const isValid =
      (before === null || typeof before === 'string') && typeof after === 'string' && Array.isArray(folders)
    if (isValid) return record as BackupRecord
  } catch (cause) {
    throw damaged(path, cause)
  }
  throw damaged(path)
}

/** Without the record the former settings are unknown: they stay as they are until the user removes the record. */
const damaged = (path: string, cause?: unknown): WorldWeaverError =>
  new WorldWeaverError(
    'validation_error',
    `Cannot read ${path}, the backup of the settings. They were not changed; remove that file to continue`,
    { cause },
  )

/** One folder per client under `<dataDir>/habit/backups`, readable by the owner only: settings may hold secrets. */
export function openBackups(dataDir: string): Backups {
  const root = join(dataDir, 'habit', 'backups')
  const folderOf = ({ client }: BackupKey) => join(root, client)
  /** The name depends on the path: environment variables may move the settings of one client. */
  const nameOf = ({ part, file }: BackupKey) => `${part}-${digest(Buffer.from(file)).slice(0, 12)}`
  const recordOf = (key: BackupKey) => join(folderOf(key), `${nameOf(key)}.json`)
  const copyOf = (key: BackupKey) => join(folderOf(key), `${nameOf(key)}.before-upgrade`)

  async function readRecord(key: BackupKey): Promise<BackupRecord | undefined> {
    const text = await readFile(recordOf(key), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
      throw damaged(recordOf(key), error)
    })
    return text === undefined ? undefined : parseRecord(text, recordOf(key))
  }

  return {
    async find(key) {
      const record = await readRecord(key)
      if (record === undefined) return undefined
      const { before, after, folders } = record
      if (before === null) return { before: undefined, after, folders }
      const path = join(folderOf(key), before)
      return { before: await readFile(path).catch((error) => Promise.reject(damaged(path, error))), after, folders }
    },
    async save(key, { before, after, folders }) {
      const folder = folderOf(key)
      const former = await readRecord(key)
      await makeFolders(folder)
      // Named by its content, so that a record always refers to the bytes it was written with.
      const name = before === undefined ? null : `${nameOf(key)}.${digest(before).slice(0, 12)}.before`
      if (before !== undefined && name !== null) await writeFile(join(folder, name), before, { mode: 0o600 })
      const record: BackupRecord = { ...key, before: name, after, folders }
      const partial = `${recordOf(key)}.${process.pid}.partial`
      await writeFile(partial, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 })
      await rename(partial, recordOf(key))
      if (former?.before != null && former.before !== name) await rm(join(folder, former.before), { force: true })
    },
    async remove(key) {
      const record = await readRecord(key)
      await rm(recordOf(key), { force: true })
      await rm(copyOf(key), { force: true })
      if (record?.before != null) await rm(join(folderOf(key), record.before), { force: true })
      await removeEmptyFolders([dataDir, join(dataDir, 'habit'), root, folderOf(key)])
    },
    async saveCopy(key, bytes) {
      const copy = copyOf(key)
      await makeFolders(folderOf(key))
      await writeFile(`${copy}.${process.pid}.partial`, bytes, { mode: 0o600 })
      await rename(`${copy}.${process.pid}.partial`, copy)
      return copy
    },
    removeCopy: (key) => rm(copyOf(key), { force: true }),
  }
}
