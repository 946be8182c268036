import { closeSync, copyFileSync, fsyncSync, openSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { makePrivateFile } from './private-files.js'

/** Logs that were not applied are kept under this name; they hold memories, so erasing deletes them. */
const ending = '.set-aside-'

const asideName = (path: string): string =>
  `${path}${ending}${new Date().toISOString().replaceAll(':', '-')}-${process.pid}`

/** Of the names in a database's folder. */
export const isSetAside = (name: string, path: string): boolean => name.startsWith(`${basename(path)}-wal${ending}`)

/** Keeps a log that nobody uses under another name. Undefined if there is none. */
export function setAside(log: string): string | undefined {
  if (isEmpty(log)) return undefined
  const aside = asideName(log)
  renameSync(log, aside)
  syncFolder(dirname(log))
  return aside
}

/**
 * Keeps the log of a file that is gone under another name, where connections still have it open: closing one would write
 * the log into what is at the file's place now.
 */
export function detachLog(log: string): void {
  if (isEmpty(log)) return
  const aside = asideName(log)
  const copy = `${aside}.copy`
  // First, so that whoever commits meanwhile finds the log gone and does not answer.
  renameSync(log, aside)
  rmSync(log.replace(/-wal$/, '-shm'), { force: true })
  makePrivateFile(copy)
  copyFileSync(aside, copy)
  syncFile(copy)
  // Still open: SQLite writes nothing from an empty log.
  truncateSync(aside)
  renameSync(copy, aside)
  syncFolder(dirname(log))
}

const isEmpty = (path: string): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0

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
