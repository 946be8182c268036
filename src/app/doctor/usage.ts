import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Usage } from '../../surfaces/cli/rendering/doctor.js'
import { socketsIn } from '../../surfaces/hooks/running-servers.js'
import type { Environment } from '../configuration.js'
import { habitFolder } from '../hook/habit-folder.js'
import { injectedPath } from '../hook/hook-records.js'
import { findSilence } from '../hook/silence.js'

const weekMs = 7 * 86_400_000

/** AUD5: what World Weaver takes. What is not there, or cannot be read, counts as none. */
export function readUsage(databasePath: string, env: Environment, now = Date.now()): Usage {
  const dataDir = dirname(databasePath)
  const habit = habitFolder(dataDir)
  return {
    processes: runningIn(habit).map((pid) => ({ pid, bytes: memoryOf(pid) })),
    disk: diskOf(databasePath),
    injected: injectedSince(injectedPath(dataDir), now - weekMs),
    silence: findSilence(dataDir, process.cwd(), env, now) ?? null,
  }
}

/** Those that listen for hooks; what killed ones left is for the hooks to remove, not for a look. */
const runningIn = (habit: string): readonly number[] =>
  socketsIn(habit)
    .filter(({ isAlive }) => isAlive)
    .map(({ pid }) => pid)
    .sort((a, b) => a - b)

/** Resident; null where nobody tells. */
function memoryOf(pid: number): number | null {
  const kilobytes =
    process.platform === 'linux'
      ? /^VmRSS:\s*(\d+) kB$/m.exec(textOf(`/proc/${pid}/status`))?.[1]
      : /\d+/.exec(askPs(pid))?.[0]
  return kilobytes === undefined ? null : Number(kilobytes) * 1024
}

const askPs = (pid: number): string =>
  read(
    () => execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8', timeout: 2_000, stdio: 'pipe' }),
    '',
  )

/** The database, its log, and the copies of it that stand beside it. */
function diskOf(path: string): Usage['disk'] {
  const isCopy = (name: string) => name.startsWith(`${basename(path)}.`)
  const copies = namesIn(dirname(path)).filter(isCopy)
  const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0)
  return {
    database: bytesOf(path),
    log: sum([bytesOf(`${path}-wal`), bytesOf(`${path}-shm`)]),
    backups: sum(copies.map((name) => bytesOf(join(dirname(path), name)))),
  }
}

/** The hooks write a line for each time that they told an agent something. */
function injectedSince(path: string, since: number): Usage['injected'] {
  const told = textOf(path)
    .split('\n')
    .flatMap(tokensOf)
    .filter(({ at }) => at >= since)
  return { times: told.length, tokens: told.reduce((sum, { tokens }) => sum + tokens, 0) }
}

/** A line that was cut by a crash is left out. */
function tokensOf(line: string): { readonly at: number; readonly tokens: number }[] {
  try {
    const { at, tokens } = JSON.parse(line) as { at?: unknown; tokens?: unknown }
    return typeof at === 'string' && typeof tokens === 'number' ? [{ at: Date.parse(at), tokens }] : []
  } catch {
    return []
  }
}

const bytesOf = (path: string): number => read(() => statSync(path).size, 0)
const namesIn = (folder: string): readonly string[] => read(() => readdirSync(folder), [])
const textOf = (path: string): string => read(() => readFileSync(path, 'utf8'), '')

/** What is in the way is told by the checks. */
function read<Result>(work: () => Result, otherwise: Result): Result {
  try {
    return work()
  } catch {
    return otherwise
  }
}
