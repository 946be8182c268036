import { appendFileSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivateFolder } from '../../adapters/system/private-folder.js'
import { hookFolder, writePrivateFile } from './hook-folder.js'

const retentionMs = 30 * 24 * 3_600_000
const maxBytes = 256 * 1024

export const injectedPath = (dataDir: string): string => join(hookFolder(dataDir), 'injected.jsonl')

/** Records an injection for `ww doctor`, as a line `{"at", "tokens", "hook"}`. */
export function recordInjected(dataDir: string, hook: string, tokens: number, now: number): void {
  const path = injectedPath(dataDir)
  append(dataDir, path, JSON.stringify({ at: new Date(now).toISOString(), tokens, hook }))
  if (sizeOf(path) > maxBytes) keepLines(path, (line) => now - Date.parse(atIn(line)) < retentionMs)
}

/** Logs an error, which a hook never shows its client. The log holds no text of prompts or memories. */
export function recordError(dataDir: string, hook: string, error: unknown, now: number): void {
  const path = join(hookFolder(dataDir), 'hooks.log')
  // A JSON syntax error quotes the input.
  const isQuoting = error instanceof SyntaxError
  const reason =
    error instanceof Error ? `${error.name}: ${isQuoting ? 'no JSON' : error.message.split('\n')[0]}` : 'unknown'
  append(dataDir, path, `${new Date(now).toISOString()} ${hook} ${reason}`)
  if (sizeOf(path) > maxBytes) keepLines(path, (_, place, lines) => place > lines.length / 2)
}

function append(dataDir: string, path: string, line: string): void {
  makePrivateFolder(hookFolder(dataDir))
  appendFileSync(path, `${line}\n`, { mode: 0o600 })
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

function keepLines(path: string, isKept: (line: string, place: number, lines: readonly string[]) => boolean): void {
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  const kept = lines.filter(isKept).map((line) => `${line}\n`)
  writePrivateFile(path, kept.join(''))
}

const atIn = (line: string): string => /"at":"([^"]*)"/.exec(line)?.[1] ?? ''
