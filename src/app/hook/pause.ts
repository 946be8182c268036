import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { hookFolder, writePrivateFile } from './hook-folder.js'

/** `from` is empty if unknown; `until` is null for a pause until `ww resume`. */
export interface Pause {
  readonly from: string
  readonly until: string | null
}

const pathOf = (dataDir: string): string => join(hookFolder(dataDir), 'paused.json')
/** Past pauses: the transcript of a longer session still contains what was said during one. */
const pastPathOf = (dataDir: string): string => join(hookFolder(dataDir), 'pauses.jsonl')
const maxPast = 1_000

export function writePause(dataDir: string, until: number | null, now: number): Pause {
  endPause(dataDir, now)
  const pause: Pause = { from: toTime(now), until: until === null ? null : toTime(until) }
  writePrivateFile(pathOf(dataDir), `${JSON.stringify(pause)}\n`)
  return pause
}

export function endPause(dataDir: string, now: number): void {
  const pause = pauseIn(readIfThere(pathOf(dataDir)))
  if (pause !== undefined) {
    const until = pause.until !== null && Date.parse(pause.until) < now ? pause.until : toTime(now)
    const past = [...linesIn(pastPathOf(dataDir)), JSON.stringify({ from: pause.from, until })].slice(-maxPast)
    writePrivateFile(pastPathOf(dataDir), past.map((line) => `${line}\n`).join(''))
  }
  rmSync(pathOf(dataDir), { force: true })
}

/** Undefined if hooks are not paused now. An unreadable file counts as a pause. */
export function readPause(dataDir: string, now: number): Pick<Pause, 'until'> | undefined {
  const text = readIfThere(pathOf(dataDir))
  if (text === undefined) return undefined
  const until = pauseIn(text)?.until ?? null
  return until === null || Date.parse(until) > now ? { until } : undefined
}

/** Whether hooks were paused at a given time, according to the recorded pauses. */
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

const linesIn = (path: string): readonly string[] => (readIfThere(path) ?? '').split('\n').filter((line) => line !== '')

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : ''
  }
}
