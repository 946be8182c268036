import { execFileSync } from 'node:child_process'

/** What a program asked of the system, and when: moments are counted, for the trace is in the order of what happened. */
export interface SystemCall {
  readonly name: string
  /** What the descriptor stands for: a path, or such as `pipe:[1234]`. */
  readonly file: string
  readonly descriptor: number
  /** What was written, as the trace shows it: letters as they are, other bytes escaped. */
  readonly data: string
  readonly began: number
  readonly ended: number
}

export interface Tracing {
  /** Where the calls are written down. */
  readonly path: string
  readonly calls: readonly string[]
  /** From which call on, of each thread, the disk fails to do what is asked. */
  readonly failsFrom?: number
}

/** Before a program and its arguments: the same program, whose calls are written down if that is asked for. */
export const tracing = (trace: Tracing | undefined): string[] => (trace === undefined ? [] : traced(trace))

const traced = ({ path, calls, failsFrom }: Tracing): string[] => [
  'strace',
  '--follow-forks',
  '--decode-fds=path',
  '--quiet=all',
  '--signal=none',
  '--string-limit=8192',
  `--trace=${calls.join(',')}`,
  ...(failsFrom === undefined ? [] : [`--inject=${calls.join(',')}:error=EIO:when=${failsFrom}+`]),
  `--output=${path}`,
]

/** Linux alone has it, and not every Linux lets one process watch another. */
export function canTrace(): boolean {
  if (process.platform !== 'linux') return false
  try {
    execFileSync('strace', ['--quiet=all', '--output=/dev/null', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const whole = /^(?<thread>\d+) +(?<name>\w+)\((?<rest>.*)$/
const resumed = /^(?<thread>\d+) +<\.\.\. (?<name>\w+) resumed>(?<rest>.*)$/
const unfinished = / *<unfinished \.\.\.>$/
const argumentsOf = /^(?<descriptor>\d+)<(?<file>[^>]*)>(?:, (?<data>.*))?/s

/** A call that waits while another thread goes on is two lines of the trace, and one call. One that failed is left out. */
export function readTrace(text: string): SystemCall[] {
  const waiting = new Map<string, { began: number; rest: string }>()
  return text.split('\n').flatMap((line, now) => {
    const later = resumed.exec(line)?.groups
    const first = later === undefined ? whole.exec(line)?.groups : undefined
    const { thread, name, rest } = later ?? first ?? {}
    if (thread === undefined || name === undefined || rest === undefined) return []
    if (unfinished.test(rest)) {
      waiting.set(thread, { began: now, rest: rest.replace(unfinished, '') })
      return []
    }
    const { began, rest: before } = (later && waiting.get(thread)) ?? { began: now, rest: '' }
    waiting.delete(thread)
    const { descriptor, file, data = '' } = argumentsOf.exec(before + rest)?.groups ?? {}
    if (file === undefined || / = -1 \w+ \([^)]*\)$/.test(rest)) return []
    return [{ name, file, descriptor: Number(descriptor), data, began, ended: now }]
  })
}
