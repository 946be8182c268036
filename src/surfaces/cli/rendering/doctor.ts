import type { Terminal } from '../terminal.js'
import { toMinute } from './age.js'
import { bytes, indented, plural } from './layout.js'
import { padTo, widthOf } from './wrap.js'

export interface Finding {
  readonly check: string
  readonly status: 'ok' | 'warning' | 'problem'
  readonly detail: string
  /** What to do about it. */
  readonly mend?: string
}

/** What it takes at the moment; sizes in bytes. */
export interface Usage {
  /** Of those that serve an agent. Null where their memory is not told. */
  readonly processes: readonly { readonly pid: number; readonly bytes: number | null }[]
  readonly disk: { readonly database: number; readonly log: number; readonly backups: number }
  /** By hooks, within seven days. */
  readonly injected: { readonly times: number; readonly tokens: number }
  /** What keeps hooks silent here; until null when it does not end by itself. Null: they speak. */
  readonly silence: { readonly by: string; readonly until: string | null } | null
}

export interface DoctorOptions {
  readonly full?: boolean
  /** Mend what can be mended, after a backup. */
  readonly fix?: boolean
  readonly dryRun?: boolean
  readonly restore?: boolean
}

/** What `--fix` did, or would do. */
interface Mending {
  readonly done: readonly string[]
  readonly left: readonly string[]
  readonly backup: string | null
}

export interface DoctorReport {
  /** False when there is a problem; a warning is none. */
  readonly healthy: boolean
  readonly version: string
  readonly findings: readonly Finding[]
  /** Only where it was asked for. */
  readonly mending?: Mending
  readonly usage: Usage
  readonly configuration: readonly { readonly name: string; readonly value: string; readonly from: string }[]
}

export function renderReport(
  { version, findings, mending, usage, configuration }: DoctorReport,
  terminal: Terminal,
): string {
  const { style, columns } = terminal
  const marks = { ok: style.green('✓'), warning: style.yellow('!'), problem: style.red('✗') }
  const widest = Math.max(
    ...[...findings.map(({ check }) => check), ...configuration.map(({ name }) => name)].map(widthOf),
  )
  const indent = widest + 6
  const row = (mark: string, name: string, text: string): string[] => {
    const [first = '', ...rest] = indented(text, columns, indent)
    return [`  ${mark} ${padTo(name, widest)}  ${first.trimStart()}`, ...rest]
  }
  const lines = findings.flatMap(({ check, status, detail, mend }) => [
    ...row(marks[status], check, detail),
    ...(mend === undefined ? [] : indented(`→ ${mend}`, columns, indent).map((line) => style.yellow(line))),
  ])
  const settings = configuration.flatMap(({ name, value, from }) => row(' ', name, `${value} (${from})`))
  return [
    style.bold(`World Weaver ${version}`),
    '',
    ...lines,
    ...(mending === undefined ? [] : ['', style.bold('Mending'), '', ...describeMending(mending, columns)]),
    '',
    style.bold('In use'),
    '',
    ...describeUsage(usage).flatMap(([name, text]) => row(' ', name, text)),
    '',
    style.bold('Configuration'),
    '',
    ...settings,
    '',
    verdict(findings, terminal),
  ].join('\n')
}

function describeMending({ done, left, backup }: Mending, columns: number): string[] {
  const said = [...done, ...left, ...(backup === null ? [] : [`As it was: ${backup}`])]
  return (said.length === 0 ? ['Nothing had to be mended.'] : said).flatMap((text) => indented(text, columns, 4))
}

function describeUsage({ processes, disk, injected, silence }: Usage): (readonly [name: string, text: string])[] {
  const known = processes.flatMap((each) => each.bytes ?? [])
  const running = processes.map((each) => `${each.pid}${each.bytes === null ? '' : ` (${bytes(each.bytes)})`}`)
  // Not every system tells it.
  const ram =
    known.length > 0 ? bytes(known.reduce((sum, size) => sum + size, 0)) : running.length > 0 ? 'unknown' : 'none'
  const { database, log, backups } = disk
  return [
    ['processes', processes.length === 0 ? 'none runs' : `${processes.length}: ${running.join(', ')}`],
    ['RAM', ram],
    [
      'disk used',
      `${bytes(database + log + backups)}: database ${bytes(database)}, log ${bytes(log)}, backups ${bytes(backups)}`,
    ],
    ['injected', `${plural(injected.tokens, 'token', 'tokens')} this week, ${plural(injected.times, 'time', 'times')}`],
    ...(silence === null ? [] : [['hooks', `silent by ${silence.by}${untilWords(silence.until)}`] as const]),
  ]
}

const untilWords = (until: string | null): string => (until === null ? '' : `, until ${toMinute(until)}`)

function verdict(findings: readonly Finding[], { style }: Terminal): string {
  const count = (status: Finding['status']) => findings.filter((finding) => finding.status === status).length
  const [problems, warnings] = [count('problem'), count('warning')]
  const say = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`
  if (problems > 0) return style.red(`${say(problems, 'problem')}; the arrows say how to mend.`)
  if (warnings > 0) return style.yellow(`It works. ${say(warnings, 'warning')}.`)
  return style.green('All is well.')
}
