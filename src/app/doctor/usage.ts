import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Usage } from '../../surfaces/cli/doctor-report.js'
import type { HookCounts } from '../../surfaces/cli/hooks/hook-report.js'
import { serversIn } from '../../surfaces/hooks/running-servers.js'
import type { Configuration, Environment } from '../configuration/configuration.js'
import { databasePath } from '../configuration/data-dir.js'
import { storeFolder } from '../configuration/store-folder.js'
import { findHelper } from '../hook/helper/helper-claim.js'
import { hookFolder } from '../hook/hook-folder.js'
import { countHooks } from '../hook/records/count-hooks.js'
import { readHookRecords } from '../hook/records/hook-records.js'
import { failedKeeps } from '../hook/session-notes.js'
import { findSilence } from '../hook/silence.js'

const weekMs = 7 * 86_400_000

/** AUD5: the resources that World Weaver uses. What is missing or unreadable counts as zero. */
export async function readUsage(configuration: Configuration, env: Environment, now = Date.now()): Promise<Usage> {
  const { dataDir, databaseUrl } = configuration
  const folder = storeFolder(dataDir, databaseUrl)
  const servers = await serversIn(hookFolder(folder))
  return {
    processes: servers.map((pid) => ({ pid, bytes: memoryOf(pid) })),
    helper: helperOf(dataDir),
    disk: diskOf(databasePath(configuration)),
    hooks: hooksSince(folder, now - weekMs),
    not_kept: read(() => failedKeeps(folder), []).length,
    silence: findSilence(dataDir, process.cwd(), env, now) ?? null,
  }
}

function helperOf(dataDir: string): Usage['helper'] {
  const helper = findHelper(dataDir)
  return helper === undefined ? null : { pid: helper.pid, since: helper.since, bytes: memoryOf(helper.pid) }
}

/** Resident memory in bytes; null where the system does not report it. */
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

/** Sizes of the database, its log, and the copies next to it. */
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

function hooksSince(folder: string, since: number): HookCounts {
  return countHooks(read(() => readHookRecords(folder), []).filter(({ at }) => Date.parse(at) >= since))
}

const bytesOf = (path: string): number => read(() => statSync(path).size, 0)
const namesIn = (folder: string): readonly string[] => read(() => readdirSync(folder), [])
const textOf = (path: string): string => read(() => readFileSync(path, 'utf8'), '')

/** Errors are ignored here: the checks report them. */
function read<Result>(work: () => Result, otherwise: Result): Result {
  try {
    return work()
  } catch {
    return otherwise
  }
}
