import { appendFileSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivateFolder } from '../../../adapters/system/private-folder.js'
import { hookFolder, writePrivateFile } from '../hook-folder.js'

const retentionMs = 30 * 24 * 3_600_000
const maxBytes = 256 * 1024

/** Why a hook was silent: nothing that bears on it, no time left, or an error that the log tells. */
export type HookOutcome = 'spoke' | 'choice' | 'time' | 'error'

/** What one hook did, as a line of `hooks.jsonl`. It holds ids and counts, no text. */
export interface HookRecord {
  /** ISO 8601. */
  readonly at: string
  readonly hook: 'start' | 'prompt' | 'failure'
  readonly outcome: HookOutcome
  /** From the start of its process. */
  readonly ms: number
  /** Who answered: a running server, the helper, or the hook itself. */
  readonly by: 'server' | 'helper' | 'itself'
  readonly tokens: number
  /** The memories that it told. */
  readonly ids: readonly string[]
}

const recordsPath = (dataDir: string): string => join(hookFolder(dataDir), 'hooks.jsonl')

export function recordHook(dataDir: string, record: HookRecord): void {
  const path = recordsPath(dataDir)
  append(dataDir, path, JSON.stringify(record))
  if (sizeOf(path) > maxBytes) keepRecent(path, Date.parse(record.at))
}

/** Oldest first. Skips lines that a crash cut off. */
export const readHookRecords = (dataDir: string): readonly HookRecord[] => linesIn(recordsPath(dataDir)).flatMap(parse)

function parse(line: string): readonly HookRecord[] {
  try {
    const record: Partial<HookRecord> | null = JSON.parse(line)
    const isWhole = typeof record?.at === 'string' && typeof record.ms === 'number' && Array.isArray(record.ids)
    return isWhole ? [record as HookRecord] : []
  } catch {
    return []
  }
}

/** Of the last month, and of those the newer half where that is too much. */
function keepRecent(path: string, now: number): void {
  const recent = linesIn(path).filter((line) => now - Date.parse(atIn(line)) < retentionMs)
  const bytes = recent.reduce((sum, line) => sum + line.length + 1, 0)
  writeLines(path, bytes > maxBytes / 2 ? recent.slice(recent.length / 2) : recent)
}

/** Logs an error, which a hook never shows its client, and tells how. The log holds no text of prompts or memories. */
export function recordError(dataDir: string, hook: string, error: unknown, now: number): string {
  const path = join(hookFolder(dataDir), 'hooks.log')
  // A JSON syntax error quotes the input.
  const isQuoting = error instanceof SyntaxError
  const reason =
    error instanceof Error ? `${error.name}: ${isQuoting ? 'no JSON' : error.message.split('\n')[0]}` : 'unknown'
  append(dataDir, path, `${new Date(now).toISOString()} ${hook} ${reason}`)
  if (sizeOf(path) > maxBytes) {
    const lines = linesIn(path)
    writeLines(path, lines.slice(lines.length / 2))
  }
  return reason
}

function append(dataDir: string, path: string, line: string): void {
  makePrivateFolder(hookFolder(dataDir))
  appendFileSync(path, `${line}\n`, { mode: 0o600 })
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

function linesIn(path: string): readonly string[] {
  if (sizeOf(path) === 0) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
}

const writeLines = (path: string, lines: readonly string[]): void =>
  writePrivateFile(path, lines.map((line) => `${line}\n`).join(''))

const atIn = (line: string): string => /"at":"([^"]*)"/.exec(line)?.[1] ?? ''
