import { createHash } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { WorldWeaverError } from '../../errors.js'
import { makeFolders, removeEmptyFolders } from './settings-file.js'

/** A file that was changed, as it was and as it became. */
export interface Backup {
  /** Undefined: there was no file. */
  readonly before: Buffer | undefined
  /** The SHA-256 of what was written. */
  readonly after: string
  /** Made for the file, the outermost first. */
  readonly folders: readonly string[]
}

export interface BackupKey {
  readonly client: string
  readonly part: string
  readonly file: string
}

interface BackupRecord extends BackupKey {
  /** The name of a file beside this one. */
  readonly before: string | null
  readonly after: string
  readonly folders: readonly string[]
}

export interface Backups {
  find(key: BackupKey): Promise<Backup | undefined>
  keep(key: BackupKey, backup: Backup): Promise<void>
  drop(key: BackupKey): Promise<void>
}

export const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

function parseRecord(text: string, path: string): BackupRecord {
  try {
    const record: Partial<BackupRecord> = JSON.parse(text)
    const { before, after, folders } = record
    const isWhole =
      (before === null || typeof before === 'string') && typeof after === 'string' && Array.isArray(folders)
    if (isWhole) return record as BackupRecord
  } catch (cause) {
    throw damaged(path, cause)
  }
  throw damaged(path)
}

/** Without it nobody knows what to put back: whoever can look decides, and the settings stay as they are. */
const damaged = (path: string, cause?: unknown): WorldWeaverError =>
  new WorldWeaverError(
    'validation_error',
    `Cannot read ${path}, which tells how the settings were. They were left as they are; remove that file to go on`,
    { cause },
  )

/** One folder per client under `<dataDir>/habit/backups`. What clients keep in their settings is nobody else's to read. */
export function openBackups(dataDir: string): Backups {
  const root = join(dataDir, 'habit', 'backups')
  const folderOf = ({ client }: BackupKey) => join(root, client)
  /** The path is in the name: variables may send one client to several places. */
  const nameOf = ({ part, file }: BackupKey) => `${part}-${digest(Buffer.from(file)).slice(0, 12)}`
  const recordOf = (key: BackupKey) => join(folderOf(key), `${nameOf(key)}.json`)

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
    async keep(key, { before, after, folders }) {
      const folder = folderOf(key)
      const former = await readRecord(key)
      await makeFolders(folder)
      // Named by what it holds: the record always leads to the bytes it was written with.
      const name = before === undefined ? null : `${nameOf(key)}.${digest(before).slice(0, 12)}.before`
      if (before !== undefined && name !== null) await writeFile(join(folder, name), before, { mode: 0o600 })
      const record: BackupRecord = { ...key, before: name, after, folders }
      const partial = `${recordOf(key)}.${process.pid}.partial`
      await writeFile(partial, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 })
      await rename(partial, recordOf(key))
      if (former?.before != null && former.before !== name) await rm(join(folder, former.before), { force: true })
    },
    async drop(key) {
      const record = await readRecord(key)
      await rm(recordOf(key), { force: true })
      if (record?.before != null) await rm(join(folderOf(key), record.before), { force: true })
      await removeEmptyFolders([dataDir, join(dataDir, 'habit'), root, folderOf(key)])
    },
  }
}
