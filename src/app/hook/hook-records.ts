import { appendFileSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { habitFolder, makePrivateFolder } from './habit-folder.js'

const keptMs = 30 * 24 * 3_600_000
const largestBytes = 256 * 1024

export const injectedPath = (dataDir: string): string => join(habitFolder(dataDir), 'injected.jsonl')

/** How much was said into conversations, for `ww doctor`: `{"at", "tokens", "hook"}`, a line each. */
export function recordInjected(dataDir: string, hook: string, tokens: number, now: number): void {
  const path = injectedPath(dataDir)
  append(dataDir, path, JSON.stringify({ at: new Date(now).toISOString(), tokens, hook }))
  if (sizeOf(path) > largestBytes) keepLines(path, (line) => now - Date.parse(atIn(line)) < keptMs)
}

/** A hook never fails its client, so that this is where its errors are told. Without any text of a prompt or memory. */
export function recordTrouble(dataDir: string, hook: string, error: unknown, now: number): void {
  const path = join(habitFolder(dataDir), 'hooks.log')
  // What is no JSON is quoted by the error that says so.
  const isQuoting = error instanceof SyntaxError
  const reason =
    error instanceof Error ? `${error.name}: ${isQuoting ? 'no JSON' : error.message.split('\n')[0]}` : 'unknown'
  append(dataDir, path, `${new Date(now).toISOString()} ${hook} ${reason}`)
  if (sizeOf(path) > largestBytes) keepLines(path, (_, place, lines) => place > lines.length / 2)
}

function append(dataDir: string, path: string, line: string): void {
  makePrivateFolder(habitFolder(dataDir))
  appendFileSync(path, `${line}\n`, { mode: 0o600 })
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

function keepLines(path: string, isKept: (line: string, place: number, lines: readonly string[]) => boolean): void {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  const beside = `${path}.${process.pid}`
  writeFileSync(
    beside,
    lines
      .filter(isKept)
      .map((line) => `${line}\n`)
      .join(''),
    { mode: 0o600 },
  )
  renameSync(beside, path)
}

const atIn = (line: string): string => /"at":"([^"]*)"/.exec(line)?.[1] ?? ''
