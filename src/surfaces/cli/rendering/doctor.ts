import type { DoctorReport, Finding, Repairs, Usage } from '../doctor-report.js'
import { describeCounts } from '../hooks/hook-report.js'
import { bytes, plural } from '../quantities.js'
import type { Terminal } from '../terminal.js'
import { toMinute } from './age.js'
import { indentWrapped } from './layout.js'
import { padTo, widthOf } from './wrap.js'

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
    const [first = '', ...rest] = indentWrapped(text, columns, indent)
    return [`  ${mark} ${padTo(name, widest)}  ${first.trimStart()}`, ...rest]
  }
  const lines = findings.flatMap(({ check, status, detail, mend }) => [
    ...row(marks[status], check, detail),
    ...(mend === undefined ? [] : indentWrapped(`→ ${mend}`, columns, indent).map((line) => style.yellow(line))),
  ])
  const settings = configuration.flatMap(({ name, value, from }) => row(' ', name, `${value} (${from})`))
  return [
    style.bold(`World Weaver ${version}`),
    '',
    ...lines,
    ...(mending === undefined ? [] : ['', style.bold('Repairs'), '', ...describeRepairs(mending, columns)]),
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

function describeRepairs({ done, left, backup }: Repairs, columns: number): string[] {
  const lines = [...done, ...left, ...(backup === null ? [] : [`Backup: ${backup}`])]
  return (lines.length === 0 ? ['Nothing had to be repaired.'] : lines).flatMap((text) =>
    indentWrapped(text, columns, 4),
  )
}

function describeUsage({
  processes,
  helper,
  disk,
  hooks,
  not_kept,
  silence,
}: Usage): (readonly [name: string, text: string])[] {
  const all = helper === null ? processes : [...processes, helper]
  const known = all.flatMap((each) => each.bytes ?? [])
  const running = processes.map((each) => `${each.pid}${each.bytes === null ? '' : ` (${bytes(each.bytes)})`}`)
  // Not every system reports it.
  const ram = known.length > 0 ? bytes(known.reduce((sum, size) => sum + size, 0)) : all.length > 0 ? 'unknown' : 'none'
  const { database, log, backups } = disk
  return [
    ['processes', processes.length === 0 ? 'none running' : `${processes.length}: ${running.join(', ')}`],
    ...(helper === null ? [] : [['hook helper', describeHelper(helper)] as const]),
    ['RAM', ram],
    [
      'disk used',
      `${bytes(database + log + backups)}: database ${bytes(database)}, log ${bytes(log)}, backups ${bytes(backups)}`,
    ],
    ['told to agents', `${plural(hooks.tokens, 'token', 'tokens')} this week, ${plural(hooks.spoke, 'time', 'times')}`],
    ['hooks this week', describeCounts(hooks)],
    ...(not_kept === 0 ? [] : [['sessions not kept', `${not_kept}: "ww hooks" tells why`] as const]),
    ...(silence === null ? [] : [['hooks', `paused by ${silence.by}${untilWords(silence.until)}`] as const]),
  ]
}

const describeHelper = ({ pid, since, bytes: size }: NonNullable<Usage['helper']>): string =>
  `${pid}, since ${toMinute(since)}${size === null ? '' : ` (${bytes(size)})`}`

const untilWords = (until: string | null): string => (until === null ? '' : `, until ${toMinute(until)}`)

function verdict(findings: readonly Finding[], { style }: Terminal): string {
  const count = (status: Finding['status']) => findings.filter((finding) => finding.status === status).length
  const [problems, warnings] = [count('problem'), count('warning')]
  const say = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`
  if (problems > 0) return style.red(`${say(problems, 'problem')}; the arrows say how to fix them.`)
  if (warnings > 0) return style.yellow(`It works. ${say(warnings, 'warning')}.`)
  return style.green('All is well.')
}
