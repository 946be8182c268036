import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../../../is-alive.js'
import { dropClaim, findHelper } from './helper-claim.js'

/** An answer under way takes milliseconds. */
const patienceMs = 3_000

/**
 * Ends the helper of a data directory, for what needs the store or the program for itself: restore, upgrade, uninstall.
 * Resolves to its process when that is gone; undefined if none ran.
 */
export async function stopHelper(dataDir: string): Promise<number | undefined> {
  const helper = findHelper(dataDir)
  if (helper === undefined) return undefined
  const { pid } = helper
  signal(pid, 'SIGTERM')
  const until = performance.now() + patienceMs
  while (isAlive(pid) && performance.now() < until) await sleep(20)
  if (isAlive(pid)) signal(pid, 'SIGKILL')
  while (isAlive(pid) && performance.now() < until + patienceMs) await sleep(20)
  dropClaim(dataDir, pid)
  return pid
}

/** It may have ended meanwhile. */
function signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, name)
  } catch {
    // What matters is that it is gone.
  }
}
