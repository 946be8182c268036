import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { habitFolder, makePrivateFolder } from './habit-folder.js'

/** `until` null: until somebody resumes. */
export interface Pause {
  readonly until: string | null
}

const pathOf = (dataDir: string): string => join(habitFolder(dataDir), 'paused.json')

export function writePause(dataDir: string, until: number | null): Pause {
  makePrivateFolder(habitFolder(dataDir))
  const pause: Pause = { until: until === null ? null : new Date(until).toISOString() }
  const beside = `${pathOf(dataDir)}.${process.pid}`
  writeFileSync(beside, `${JSON.stringify(pause)}\n`, { mode: 0o600 })
  renameSync(beside, pathOf(dataDir))
  return pause
}

export function endPause(dataDir: string): void {
  rmSync(pathOf(dataDir), { force: true })
}

/** Undefined when hooks are not paused, or no longer. */
export function readPause(dataDir: string, now: number): Pause | undefined {
  const text = readIfThere(pathOf(dataDir))
  if (text === undefined) return undefined
  const until = untilIn(text)
  return until === null || Date.parse(until) > now ? { until } : undefined
}

/** A file that cannot be read was meant to pause. */
function untilIn(text: string): string | null {
  try {
    const { until } = JSON.parse(text) as Partial<Pause>
    return typeof until === 'string' && !Number.isNaN(Date.parse(until)) ? until : null
  } catch {
    return null
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : ''
  }
}
