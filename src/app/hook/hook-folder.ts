import { renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makePrivateFolder } from '../../adapters/system/private-folder.js'

/** The state of hooks: sockets, the pause, what each session received. It holds ids and counts, never texts. */
export const hookFolder = (dataDir: string): string => join(dataDir, 'habit')

/** Replaces the file at once, so that a reader never sees a part of it. */
export function writePrivateFile(path: string, text: string): void {
  makePrivateFolder(dirname(path))
  const temporary = `${path}.${process.pid}`
  writeFileSync(temporary, text, { mode: 0o600 })
  renameSync(temporary, path)
}
