import { closeSync, copyFileSync, fsyncSync, openSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { makePrivateFile } from './private-files.js'

/** Logs that were not applied are kept under this name; they hold memories, so erasing deletes them. */
const ending = '.set-aside-'

const asideName = (path: string): string =>
  `${path}${ending}${new Date().toISOString().replaceAll(':', '-')}-${process.pid}`

/** Of the names in a database's folder. */
export const isSetAside = (name: string, path: string): boolean => name.startsWith(`${basename(path)}-wal${ending}`)

/**
 * Keeps a log under another name. `moved`: nobody uses it. `kept`: somebody does, whose log is emptied instead, so that
 * SQLite cannot write it anywhere any more. Undefined if there is none.
 */
export function setAside(log: string, how: 'moved' | 'kept'): string | undefined {
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) return undefined
  const aside = asideName(log)
  if (how === 'moved') renameSync(log, aside)
  else {
    makePrivateFile(aside)
    copyFileSync(log, aside)
    syncFile(aside)
    truncateSync(log)
    // Connections that have them open notice; those that come later get new ones.
    for (const path of [log, log.replace(/-wal$/, '-shm')]) rmSync(path, { force: true })
  }
  syncFolder(dirname(log))
  return aside
}

export function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Makes a new name durable. Windows cannot open a folder. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
