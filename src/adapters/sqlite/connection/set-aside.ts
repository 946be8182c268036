import {
  closeSync,
  copyFileSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
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
 * Takes a log from the connections that have it open, so that SQLite cannot write it into any file: it goes on as a copy.
 * That of another file is set aside; the next start applies any other, and so loses nothing.
 */
export function takeLog(log: string, isForeign: boolean): void {
  if (isEmpty(log)) return
  const taken = asideName(log)
  // First, so that whoever commits meanwhile finds the log gone and does not answer.
  renameSync(log, taken)
  rmSync(log.replace(/-wal$/, '-shm'), { force: true })
  const copy = `${taken}.copy`
  makePrivateFile(copy)
  copyFileSync(taken, copy)
  syncFile(copy)
  // Still open: closing it would write what it holds.
  truncateSync(taken)
  if (!isForeign && linkUnlessThere(copy, log)) for (const path of [taken, copy]) rmSync(path)
  else renameSync(copy, taken)
  syncFolder(dirname(log))
}

const isEmpty = (path: string): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0

/** A process that starts meanwhile makes a log of its own. */
function linkUnlessThere(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch {
    return false
  }
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
