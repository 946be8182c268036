import { execFileSync } from 'node:child_process'
import { findChromium } from './chromium.js'
import { findServer } from './postgres/find-server.js'
import { canTrace } from './system-calls.js'

/** A program besides Node that some tests need. Where it is missing they are not run, and the check says so at its end. */
export interface Part {
  readonly name: string
  /** What is not tested without it. */
  readonly tests: string
  /** What brings it, on Debian. */
  readonly install: string
  readonly isHere: () => boolean
}

const answers = (program: string, ...args: string[]) => {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Programs of every Unix that commands in the docs, and tests of pipes, use in a shell. */
export const shellPrograms = ['cat', 'cp', 'grep', 'head', 'ln', 'mkdir', 'mkfifo', 'mv', 'rm', 'sed', 'wc']

export const parts = {
  postgres: {
    name: 'PostgreSQL 15 or newer with pgvector',
    tests: 'the PostgreSQL engine with several processes, and on a server; it is tested on PGlite, with one connection',
    install: 'scripts/install-postgres.sh',
    isHere: () => findServer() !== undefined,
  },
  strace: {
    name: 'strace',
    tests: 'that every answer waits for the disk, as the system sees it',
    install: 'scripts/install-parts.sh strace',
    isHere: canTrace,
  },
  chromium: {
    name: 'Chromium',
    tests: 'pictures and pages, as a browser shows them',
    install: 'scripts/install-parts.sh chromium',
    isHere: () => findChromium() !== undefined,
  },
  git: {
    name: 'git',
    tests: 'what depends on the files of a git repository',
    install: 'scripts/install-parts.sh git',
    isHere: () => answers('git', '--version'),
  },
  curl: {
    name: 'curl',
    tests: 'the commands in the docs, and the example, that call the server from a shell',
    install: 'scripts/install-parts.sh curl',
    isHere: () => answers('curl', '--version'),
  },
  systemd: {
    name: 'systemd-analyze',
    tests: 'that systemd understands the unit file',
    install: 'scripts/install-parts.sh systemd',
    isHere: () => answers('systemd-analyze', '--version'),
  },
  shell: {
    name: 'A shell with its usual programs (mkdir, head, sed …)',
    tests: 'the commands in the docs that use them, and pipes from `ww` to them',
    install: 'apt-get install coreutils grep sed',
    isHere: () => answers('sh', '-c', `for each in ${shellPrograms.join(' ')}; do command -v $each || exit 1; done`),
  },
} satisfies Record<string, Part>

export type PartName = keyof typeof parts

const found = new Map<PartName, boolean>()

/** For `describe.skipIf` and `test.skipIf`. */
export function lacks(name: PartName): boolean {
  const known = found.get(name) ?? parts[name].isHere()
  found.set(name, known)
  return !known
}

export const missingParts = (): (Part & { readonly id: PartName })[] =>
  (Object.keys(parts) as PartName[]).filter(lacks).map((id) => ({ id, ...parts[id] }))
