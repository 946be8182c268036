import { spawn } from 'node:child_process'
import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '../../configuration/configuration.js'
import { version } from '../../configuration/version.js'
import { hookFolder } from '../hook-folder.js'
import { findHelper } from './helper-claim.js'
import { isNewer } from './is-newer.js'

/** A helper that cannot start, or ends at once, is not tried again before this. */
const retryMs = 10_000

/**
 * Starts the helper unless it runs, is being started or is switched off. PostgreSQL has none: it would hold connections
 * and a password for nobody, and `ww serve` is there. Never throws: the hook has answered already.
 */
export function startHelper(dataDir: string, program: string | undefined, env: Environment): void {
  try {
    if (program === undefined || !isWanted(env)) return
    const running = findHelper(dataDir)
    if (running !== undefined && !isNewer(version, running.version)) return
    if (!takeTurn(join(hookFolder(dataDir), 'helper.starting'))) return
    // An older one ends itself when it sees that another has taken its place.
    const child = spawn(process.execPath, [...frugal, program, 'hook', '--helper', dataDir], {
      detached: true,
      stdio: 'ignore',
      windowsHide: true,
      // Neither keeps a folder of the user's in use, nor what else the client's environment holds.
      cwd: tmpdir(),
      env: pick(env),
    })
    child.on('error', () => undefined)
    child.unref()
  } catch {
    // Hooks go on opening the store themselves.
  }
}

/** Short-lived garbage beyond this is collected: the helper answers one question at a time. */
const frugal = ['--max-semi-space-size=4']

const isWanted = ({ WW_HOOK_HELPER: wanted, WW_DATABASE_URL: url }: Environment): boolean =>
  !url && !['0', 'false'].includes(wanted ?? '')

/** Of ten hooks at once, one starts it. The file says when somebody last tried. */
function takeTurn(path: string): boolean {
  const triedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  if (triedAt !== undefined) {
    if (Date.now() - triedAt < retryMs) return false
    rmSync(path, { force: true })
  }
  try {
    closeSync(openSync(path, 'wx', 0o600))
    return true
  } catch {
    return false
  }
}

const pick = (env: Environment): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'SystemRoot', 'LOCALAPPDATA', 'WW_WEIGHTS'].flatMap((name) =>
      env[name] === undefined ? [] : [[name, env[name]]],
    ),
  )
