import { createReadStream, createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '../../adapters/sqlite/connection/make-folder.js'
import { syncFile, syncFolder } from '../../adapters/sqlite/connection/set-aside.js'
import { WorldWeaverError } from '../../errors.js'
import type { MemoryStore } from '../../ports/memory-store.js'
import type { MadeBackup } from '../../surfaces/cli/backup/backup-command.js'
import { databasePath } from '../configuration/data-dir.js'
import { openStore, type Place } from '../memory/stores.js'

type Encrypt = (plain: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>

/** `ww backup`: a copy of one moment, while others read and write. Without a path, beside the database. */
export async function makeBackup(place: Place, path: string | undefined, encrypt?: Encrypt): Promise<MadeBackup> {
  const file = path === undefined ? nameFor(place, encrypt !== undefined) : resolve(path)
  if (existsSync(file)) throw new WorldWeaverError('validation_error', `${file} exists already; nothing was written`)
  makeFolder(dirname(file))
  const store = openStore(place, { threads: 'inline' })
  try {
    if (encrypt === undefined) await store.backup(file)
    else await makeEncrypted(store, file, encrypt)
  } finally {
    await store.close()
  }
  return { file, bytes: statSync(file).size, encrypted: encrypt !== undefined }
}

function nameFor({ dataDir }: Place, isEncrypted: boolean): string {
  const stamp = new Date().toISOString().replaceAll(':', '-')
  return `${databasePath({ dataDir })}.${stamp}.backup${isEncrypted ? '.age' : ''}`
}

/**
 * Erasing cannot look into an encrypted file, so it deletes it: the file is on the store's list before it holds anything.
 * An erasure meanwhile deletes the plain copy, which is there until the encrypted one has its name.
 */
async function makeEncrypted(store: MemoryStore, file: string, encrypt: Encrypt): Promise<void> {
  const plain = `${file}.${process.pid}.plain.partial`
  const partial = `${file}.${process.pid}.partial`
  await store.noteBackups({ add: [file, partial] })
  try {
    await store.backup(plain)
    await pipeline(encrypt(createReadStream(plain)), createWriteStream(partial, { mode: 0o600, flags: 'wx' }))
    syncFile(partial)
    renameSync(partial, file)
    syncFolder(dirname(file))
    await store.noteBackups({ add: [file] })
    if (!existsSync(plain)) {
      rmSync(file, { force: true })
      throw new WorldWeaverError('internal_error', 'Memories were erased while the backup was written; make it again')
    }
  } finally {
    for (const each of [plain, partial]) rmSync(each, { force: true })
    await store.noteBackups({ remove: existsSync(file) ? [plain, partial] : [plain, partial, file] })
  }
}
