import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { birthOf } from '../../../adapters/system/process-birth.js'
import { isAlive } from '../../../is-alive.js'
import { hookFolder, writePrivateFile } from '../hook-folder.js'

/** Which process is the helper of a data directory. The last that wrote it is; any other ends itself. */
interface HelperClaim {
  readonly pid: number
  /** Tells it from a later process with the same number; null where the system does not tell. */
  readonly birth: string | null
  /** ISO 8601. */
  readonly since: string
  readonly version: string
}

const pathOf = (dataDir: string): string => join(hookFolder(dataDir), 'helper.json')

export function writeClaim(dataDir: string, claim: HelperClaim): void {
  writePrivateFile(pathOf(dataDir), `${JSON.stringify(claim)}\n`)
}

/** Undefined if there is none, also when it cannot be read. */
export function readClaim(dataDir: string): HelperClaim | undefined {
  try {
    const claim: Partial<HelperClaim> | null = JSON.parse(readFileSync(pathOf(dataDir), 'utf8'))
    const { pid, since, version } = claim ?? {}
    const isWhole = typeof pid === 'number' && pid > 0 && typeof since === 'string' && typeof version === 'string'
    return isWhole ? (claim as HelperClaim) : undefined
  } catch {
    return undefined
  }
}

/** The claim of a helper that runs: not one whose number another process has by now. */
export function findHelper(dataDir: string): HelperClaim | undefined {
  const claim = readClaim(dataDir)
  return claim !== undefined && isAlive(claim.pid) && birthOf(claim.pid) === claim.birth ? claim : undefined
}

export const holdsClaim = (dataDir: string): boolean => readClaim(dataDir)?.pid === process.pid

export function dropClaim(dataDir: string, pid: number): void {
  if (readClaim(dataDir)?.pid === pid) rmSync(pathOf(dataDir), { force: true })
}
