import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The state of hooks: sockets, the pause, what each session received. It holds ids and counts, never texts. */
export const hookFolder = (dataDir: string): string => join(dataDir, 'habit')

export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

/** Replaces the file at once, so that a reader never sees a part of it. */
export function writePrivateFile(path: string, text: string): void {
  makePrivateFolder(dirname(path))
  const temporary = `${path}.${process.pid}`
  writeFileSync(temporary, text, { mode: 0o600 })
  renameSync(temporary, path)
}
