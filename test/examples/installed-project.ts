import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { bareEnvironment, main } from '../cli/ww.js'

const root = process.cwd()

interface Ran {
  readonly code: number | null
  /** What a terminal would have shown: standard output and standard error in their order. */
  readonly output: string
  /** Temporary files that it left behind. */
  readonly leftovers: readonly string[]
}

interface RunOptions {
  /** Besides those in the header, such as the address of a server. */
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** The commands that the header of an example tells its reader to type. */
export function commandsOf(example: string): string[] {
  const lines = readFileSync(join('examples', example), 'utf8').split('\n')
  return lines.flatMap((line) => /^(?:\/\/|#) {3}(\S.*)$/.exec(line)?.[1] ?? [])
}

/** Does what the header of an example says, in `folder`, which is empty. */
export async function runExample(
  example: string,
  folder: string,
  { args = [], env = {} }: RunOptions = {},
): Promise<Ran> {
  const commands = commandsOf(example)
  install(
    commands.flatMap((command) => /^npm install ([^#]+)/.exec(command)?.[1]?.trim().split(' ') ?? []),
    folder,
  )
  copyFileSync(join('examples', example), join(folder, example))
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)

  const [program, ...words] = commands.at(-1)!.split(' ')
  const log = join(folder, 'output.txt')
  const file = openSync(log, 'w')
  const child = spawn(program === 'node' ? process.execPath : program!, [...words, ...args], {
    cwd: folder,
    env: { ...bareEnvironment(folder), TMPDIR: temporary, ...env },
    stdio: ['ignore', file, file],
  })
  const [code] = (await once(child, 'close')) as [number | null]
  closeSync(file)
  return { code, output: readFileSync(log, 'utf8'), leftovers: readdirSync(temporary) }
}

/** As `npm install` leaves a folder: the packages that were named, this checkout among them, and its commands. */
function install(packages: readonly string[], folder: string): void {
  const modules = join(folder, 'node_modules')
  for (const name of packages) {
    const link = join(modules, name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(name === 'world-weaver' ? root : join(root, 'node_modules', name), link, 'junction')
  }
  mkdirSync(join(modules, '.bin'), { recursive: true })
  const script = `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`
  writeFileSync(join(modules, '.bin', 'world-weaver'), script, { mode: 0o755 })
  // What is not installed here must not be looked for elsewhere.
  writeFileSync(join(folder, '.npmrc'), 'offline=true\nupdate-notifier=false\n')
}
