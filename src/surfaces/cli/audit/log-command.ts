import { setTimeout as pause } from 'node:timers/promises'
import { Command } from 'commander'
import { invalid } from '../../../errors.js'
import { parseTime } from '../../../memory/time.js'
import type { AuditPage, AuditPlace, LoggedEntry } from '../../../ports/audit-log.js'
import { toMinute } from '../rendering/age.js'
import type { CliSurface, GlobalOptions } from '../surface.js'

interface LogOptions {
  readonly since?: string
  readonly key?: string
  readonly follow?: boolean
}

/** How often a follower looks for new entries. */
const everyMs = 500
const maxShownIds = 3

/** `ww log`: who did what. */
export function logCommand(surface: CliSurface, globalOptions: () => GlobalOptions): Command {
  const { name, now } = surface
  return new Command('log')
    .description('Show the audit log: who wrote, erased or administered what, and when. It contains no memories.')
    .option('--since <when>', 'Only since then: 2h, 7d, 4w or a time.')
    .option('--key <id>', 'Only what was done with this key.')
    .option('-f, --follow', 'Go on with new entries, until Ctrl-C.')
    .addHelpText('after', `\nExamples:\n  ${name} log --since 7d\n  ${name} log --key 0123456789ab --json`)
    .action(async ({ since, key, follow }: LogOptions) => {
      const options = globalOptions()
      const from = since === undefined ? Number.NEGATIVE_INFINITY : parseSince(since, now())
      const isAsked = (entry: LoggedEntry) =>
        Date.parse(entry.at) >= from &&
        (key === undefined || entry.key === key) &&
        (options.tenant === undefined || entry.tenant === options.tenant)
      const read = (place?: AuditPlace) => surface.readAuditLog(options, place)
      const first = read()
      const asked = first.entries.filter(isAsked)
      print(asked, surface, options)
      if (asked.length === 0 && follow !== true && !options.json)
        surface.stdout.write(first.entries.length === 0 ? 'Nothing has been logged yet.\n' : 'No entry fits.\n')
      if (follow === true) await followLog(first, read, (entries) => print(entries.filter(isAsked), surface, options))
    })
}

async function followLog(
  { next }: AuditPage,
  read: (place: AuditPlace) => AuditPage,
  onEntries: (entries: readonly LoggedEntry[]) => void,
): Promise<never> {
  for (let place = next; ; ) {
    await pause(everyMs)
    const page = read(place)
    onEntries(page.entries)
    place = page.next
  }
}

/** One entry a line, so that `--json` can be followed, too. */
function print(entries: readonly LoggedEntry[], { stdout, terminal }: CliSurface, { json }: GlobalOptions): void {
  for (const entry of entries) stdout.write(`${json ? JSON.stringify(entry) : toLine(entry, terminal)}\n`)
}

function toLine(entry: LoggedEntry, { style }: CliSurface['terminal']): string {
  const { at, tenant, door, client, key, operation, ids, outcome, more_ids = 0 } = entry
  const who = [tenant === 'default' ? '' : tenant, door, client ?? '', key === null ? '' : `key ${key}`]
  const rest = ids.length + more_ids - maxShownIds
  const shown = [...ids.slice(0, maxShownIds), ...(rest > 0 ? [`and ${rest} more`] : [])]
  const failed = outcome === 'ok' ? '' : outcome === 'dry_run' ? style.dim('only shown') : style.red(outcome)
  const parts = [style.dim(toMinute(at)), who.filter((each) => each !== '').join(' '), style.bold(operation), failed]
  return [...parts, shown.join(' ')].filter((each) => each !== '').join('  ')
}

const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 }

function parseSince(text: string, now: number): number {
  const [, count, unit = ''] = /^(\d{1,6})([mhdw])$/.exec(text) ?? []
  const time = count === undefined ? parseTime(text) : now - Number(count) * unitMs[unit]
  if (time !== undefined) return time
  throw invalid('--since', '--since must be a duration or a time, such as 2h, 7d or 2030-01-31')
}
