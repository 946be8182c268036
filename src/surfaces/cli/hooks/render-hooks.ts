import { plural } from '../quantities.js'
import { toAge, toMinute } from '../rendering/age.js'
import { table } from '../rendering/layout.js'
import type { Terminal } from '../terminal.js'
import { describeCounts, type FailedKeep, type HookHistory, maxKeepAttempts } from './hook-report.js'

/** How many sessions are shown. */
export const maxKept = 10

const moments = { start: 'session start', prompt: 'prompt', failure: 'tool failure' } as const

export function renderHistory(
  { since, total, by_moment, not_kept }: HookHistory,
  terminal: Terminal,
  name: string,
): string[] {
  const { style } = terminal
  const rows = Object.entries(moments).flatMap(([moment, words]) => {
    const counts = by_moment[moment as keyof typeof moments]
    return counts.asked === 0 ? [] : [[words, describeCounts(counts)] as const]
  })
  const late = total.silent_for_want_of_time
  return [
    style.bold(`Hooks since ${toMinute(since)}`),
    '',
    ...table([['all', describeCounts(total)], ...rows, ['told', plural(total.tokens, 'token', 'tokens')]], terminal),
    '',
    late === 0
      ? `"${name} hooks --last" shows what was told and kept.`
      : `${plural(late, 'hook', 'hooks')} had no time to answer. A running "${name} serve", or the helper, answers faster: "${name} doctor" shows whether one runs.`,
    ...not_kept.map(describeFailedKeep),
  ]
}

const describeFailedKeep = ({ at, project, attempts, reason }: FailedKeep): string =>
  `Could not be kept: a session ${project === null ? 'outside of projects' : `of ${project}`}, ${toMinute(at)}, tried ${plural(attempts, 'time', 'times')}: ${reason}. ${attempts < maxKeepAttempts ? 'It is tried again when a session starts.' : 'It is tried again only if it goes on.'}`

/** One line each, newest first. */
export function renderLatest(
  { told, kept }: HookHistory,
  openings: ReadonlyMap<string, string>,
  { style }: Terminal,
  now: number,
  name: string,
): string[] {
  const opening = (id: string) => openings.get(id) ?? '(erased)'
  const toldLines = told.map(({ at, hook, tokens, ids }) => {
    const [first = '', ...more] = ids
    const rest = more.length === 0 ? '' : ` and ${more.length} more`
    const moment = moments[hook as keyof typeof moments] ?? hook
    return `  ${toAge(at, now)}, ${moment}, ${plural(tokens, 'token', 'tokens')}: ${opening(first)}${rest} ${style.dim(ids.join(' '))}`
  })
  const keptLines = kept
    .slice(0, maxKept)
    .map(({ at, id, undone }) =>
      undone
        ? `  ${toAge(at, now)}: taken back`
        : `  ${toAge(at, now)}: ${opening(id)} ${style.dim(`${name} undo ${id}`)}`,
    )
  const orNothing = (lines: readonly string[]) => (lines.length === 0 ? ['  nothing'] : lines)
  return [
    style.bold('Told to agents'),
    '',
    ...orNothing(toldLines),
    '',
    style.bold('Kept of sessions'),
    '',
    ...orNothing(keptLines),
  ]
}
