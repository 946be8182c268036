import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const main = fileURLToPath(new URL('../../dist/app/main.js', import.meta.url))

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string | Uint8Array
  readonly cwd?: string
  /** Another installation's. */
  readonly program?: string
}

/** Nothing of the developer's own settings: only what the test says. */
export const bareEnvironment = (folder: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: folder,
  TMPDIR: process.env.TMPDIR ?? tmpdir(),
  WW_CHECK_OUTPUT: '1',
})

/** The built program as a person starts it, on a memory in `folder`. */
export function run(
  folder: string,
  args: readonly string[],
  { env = {}, input, cwd, program = main }: RunOptions = {},
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: cwd ?? folder,
      env: { ...bareEnvironment(folder), WW_DATA_DIR: join(folder, 'data'), ...env },
    })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      stdout += part
    })
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      stderr += part
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
    child.stdin.end(input)
  })
}

export const json = async (folder: string, args: readonly string[], options: RunOptions = {}) => {
  const { stdout } = await run(folder, [...args, '--json'], options)
  return JSON.parse(stdout)
}
