import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createSurface } from '#ww/app/cli/start-command-line.js'
import { version } from '#ww/app/configuration/version.js'
import { runCommandLine } from '#ww/surfaces/cli/command-line.js'

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
}

interface ProgramOptions extends RunOptions {
  /** Another installation's. */
  readonly program?: string
}

/** Nothing of the developer's own settings: only what the test says. */
export const bareEnvironment = (folder: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: folder,
  TMPDIR: process.env.TMPDIR ?? tmpdir(),
  WW_CHECK_OUTPUT: '1',
  // A test that wants the helper says so, and ends it.
  WW_HOOK_HELPER: '0',
})

export const environmentIn = (folder: string, env: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  ...bareEnvironment(folder),
  WW_DATA_DIR: join(folder, 'data'),
  ...env,
})

/**
 * A command on a memory in `folder`, in this process and on the source. For commands that need a process of their own
 * (`serve`, `mcp`, `hook`, `demo`), or that read the environment of one, there is `runProgram`.
 */
export async function run(folder: string, args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { env, input = '', cwd = folder } = options
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const printed = Promise.all([text(stdout), text(stderr)])
  const surroundings = {
    name: 'ww',
    env: environmentIn(folder, env),
    cwd: () => cwd,
    home: () => folder,
    installation: { node: process.execPath, program: main, version },
    stdin: Readable.from([Buffer.from(input)]),
    stdout,
    stderr,
  }
  const code = await runCommandLine(args, createSurface(surroundings)).finally(() => {
    stdout.end()
    stderr.end()
  })
  const [out, errors] = await printed
  return { code, stdout: out, stderr: errors }
}

/** The built program as a person starts it. */
export function runProgram(
  folder: string,
  args: readonly string[],
  { env, input, cwd, program = main }: ProgramOptions = {},
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { cwd: cwd ?? folder, env: environmentIn(folder, env) })
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
