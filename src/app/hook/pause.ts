import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { habitFolder, makePrivateFolder } from './habit-folder.js'

/** `from` empty: nobody knows since when; `until` null: until somebody resumes. */
export interface Pause {
  readonly from: string
  readonly until: string | null
}

const pathOf = (dataDir: string): string => join(habitFolder(dataDir), 'paused.json')
/** Pauses that are over: a session that outlives one still holds what was said in it. */
const pastPathOf = (dataDir: string): string => join(habitFolder(dataDir), 'pauses.jsonl')
const mostPast = 1_000

export function writePause(dataDir: string, until: number | null, now: number): Pause {
  endPause(dataDir, now)
  const pause: Pause = { from: toTime(now), until: until === null ? null : toTime(until) }
  write(pathOf(dataDir), `${JSON.stringify(pause)}\n`)
  return pause
}

export function endPause(dataDir: string, now: number): void {
  const pause = pauseIn(readIfThere(pathOf(dataDir)))
  if (pause !== undefined) {
    const until = pause.until !== null && Date.parse(pause.until) < now ? pause.until : toTime(now)
    const past = [...linesIn(pastPathOf(dataDir)), JSON.stringify({ from: pause.from, until })].slice(-mostPast)
    write(pastPathOf(dataDir), past.map((line) => `${line}\n`).join(''))
  }
  rmSync(pathOf(dataDir), { force: true })
}

/** Undefined when hooks are not paused, or no longer. A file that cannot be read was meant to pause. */
export function readPause(dataDir: string, now: number): Pick<Pause, 'until'> | undefined {
  const text = readIfThere(pathOf(dataDir))
  if (text === undefined) return undefined
  const until = pauseIn(text)?.until ?? null
  return until === null || Date.parse(until) > now ? { until } : undefined
}

/** Whether hooks were paused at a time, as far as anybody knows. */
export function readPauses(dataDir: string): (at: number) => boolean {
  const pauses = [readIfThere(pathOf(dataDir)), ...linesIn(pastPathOf(dataDir))].flatMap((text) => pauseIn(text) ?? [])
  return (at) => pauses.some(({ from, until }) => Date.parse(from) <= at && (until === null || at <= Date.parse(until)))
}

function pauseIn(text: string | undefined): Pause | undefined {
  try {
    const { from, until } = JSON.parse(text ?? '') as Partial<Pause>
    return { from: isTime(from) ? from : '', until: isTime(until) ? until : null }
  } catch {
    return undefined
  }
}

const isTime = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value))
const toTime = (ms: number): string => new Date(ms).toISOString()

function write(path: string, text: string): void {
  makePrivateFolder(dirname(path))
  const beside = `${path}.${process.pid}`
  writeFileSync(beside, text, { mode: 0o600 })
  renameSync(beside, path)
}

const linesIn = (path: string): readonly string[] => (readIfThere(path) ?? '').split('\n').filter((line) => line !== '')

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : ''
  }
}
