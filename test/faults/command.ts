import { spawn, spawnSync } from 'node:child_process'
import { environment, program } from '../support/program.js'

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface CommandOptions {
  readonly dataDir: string
  /** Another copy of the program than the one that was built. */
  readonly main?: string
  /** `kill -9` so long after its start. */
  readonly killAfterMs?: number
  /** Rights hold for it though whoever tests is root. */
  readonly isOrdinary?: boolean
}

/** `ww …`, as a person starts it. */
export function runCommand(args: readonly string[], options: CommandOptions): Promise<Ran> {
  const { dataDir, main = program, killAfterMs, isOrdinary = false } = options
  const command = [...(isOrdinary ? withoutPrivileges() : []), process.execPath, main, ...args]
  return new Promise((resolve, reject) => {
    const child = spawn(command[0]!, command.slice(1), { env: environment(dataDir), stdio: ['ignore', 'pipe', 'pipe'] })
    const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      stdout += part
    })
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      stderr += part
    })
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ code, stdout, stderr })
    })
  })
}

/** Root may read and write what it likes, unless it gives that up. */
function withoutPrivileges(): string[] {
  if (process.getuid?.() !== 0) return []
  const given = '-dac_override,-dac_read_search'
  const prefix = ['setpriv', `--inh-caps=${given}`, `--bounding-set=${given}`]
  const { status } = spawnSync(prefix[0]!, [...prefix.slice(1), 'true'])
  if (status !== 0) throw new Error('root ignores rights, and setpriv is not there to give that up')
  return prefix
}
