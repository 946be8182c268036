import type { z } from 'zod'
import type { auditMemory } from '../../../operations/memory/audit-memory.js'
import { toPrintable } from '../../../terminal-text.js'
import { plural } from '../quantities.js'
import { toAge } from './age.js'
import type { Rendering } from './answer.js'
import { excerpt } from './excerpt.js'
import { indentWrapped } from './layout.js'

export type Audited = z.output<typeof auditMemory.output>

/** A finding of any list; optional members belong to some of the lists. */
export interface AuditFinding {
  readonly id: string
  readonly kind: string
  readonly excerpt: string
  readonly timestamp: string
  readonly same_ids?: readonly string[]
  readonly other?: Omit<AuditFinding, 'advice'>
  readonly secrets?: readonly string[]
  readonly stale_ref?: readonly string[]
  readonly advice: Audited['never_used']['examples'][number]['advice']
}

interface AuditList {
  readonly title: string
  readonly count: number
  readonly findings: readonly AuditFinding[]
}

/** Ids in a command to copy; more would make it too long. */
const maxIds = 20

/** The lists that are not empty, most important first. */
export function listsOf(answer: Audited): AuditList[] {
  const { written, secrets, duplicates, near_duplicates, stale_references, never_used, older_than_days } = answer
  const memories = (count: number) => plural(count, 'memory', 'memories')
  return [
    ...(written === undefined
      ? []
      : [{ title: `Written by this key: ${memories(written.count)}`, ...toList(written) }]),
    { title: `Secrets: ${memories(secrets.count)}`, ...toList(secrets) },
    { title: `Duplicates of an older memory: ${memories(duplicates.count)}`, ...toList(duplicates) },
    { title: `Nearly the same: ${plural(near_duplicates.count, 'pair', 'pairs')}`, ...toList(near_duplicates) },
    { title: `Missing files: named by ${memories(stale_references.count)}`, ...toList(stale_references) },
    {
      title: `Never used in ${plural(older_than_days, 'day', 'days')}: ${memories(never_used.count)}`,
      ...toList(never_used),
    },
  ].filter(({ count }) => count > 0)
}

const toList = ({ count, examples }: { readonly count: number; readonly examples: readonly AuditFinding[] }) => ({
  count,
  findings: examples,
})

export function renderAudited(answer: Audited, rendering: Rendering): string[] {
  const { style } = rendering.terminal
  const lists = listsOf(answer)
  const checked = `Checked ${plural(answer.looked_at, 'memory', 'memories')}`
  const ending = answer.interrupted === true ? [style.yellow('Interrupted: the list is incomplete.')] : []
  if (lists.length === 0) return [`${checked}: ${style.green('nothing to tidy up.')}`, ...ending]
  return [
    `${checked}.`,
    ...lists.flatMap((list) => ['', ...renderList(list, rendering)]),
    '',
    style.dim('forget first shows what it would erase; --yes erases it. "ww audit --fix" goes through all findings.'),
    ...ending,
  ]
}

function renderList({ title, count, findings }: AuditList, rendering: Rendering): string[] {
  const { style } = rendering.terminal
  const shown = findings.flatMap((finding) => [
    ...renderFinding(finding, rendering),
    ...finding.advice.map((each) => `    ${style.dim('→')} ${toTyped(each, rendering.asked)}`),
  ])
  // A group of duplicates is one finding and several memories.
  const shownCount = findings.reduce((sum, { same_ids }) => sum + (same_ids?.length ?? 1), 0)
  return [
    style.bold(title),
    ...shown,
    ...(shownCount < count ? [style.dim(`  … and ${count - shownCount} more (--limit)`)] : []),
  ]
}

export function renderFinding(finding: AuditFinding, { terminal, now }: Pick<Rendering, 'terminal' | 'now'>): string[] {
  const { style, columns } = terminal
  const one = (each: Omit<AuditFinding, 'advice'>, more: readonly string[]) => {
    const about = [each.kind, toAge(each.timestamp, now), ...more]
    return [
      ...(each.excerpt === '' ? ['  (not shown)'] : excerpt(each.excerpt, terminal, 2)),
      ...indentWrapped(toPrintable(about.join(' · ')), columns, 4).map((line) => style.dim(line)),
      `    ${style.cyan(each.id)}`,
    ]
  }
  const { same_ids, secrets, stale_ref, other } = finding
  const more = [
    ...(same_ids === undefined ? [] : [`${same_ids.length} more say the same`]),
    ...(secrets === undefined ? [] : [`contains: ${secrets.join(', ')}`]),
    ...(stale_ref === undefined ? [] : [`missing: ${stale_ref.join(', ')}`]),
  ]
  return [...one(finding, more), ...(other === undefined ? [] : one(other, ['nearly the same']))]
}

/** The advice as a command, in the scope of the audit. */
function toTyped(
  { operation, input }: AuditFinding['advice'][number],
  { session, project }: Rendering['asked'],
): string {
  const scope = [
    ...(typeof session === 'string' ? ['--session', session] : []),
    ...(typeof project === 'string' ? ['--project', JSON.stringify(project)] : []),
  ]
  const ids = input.ids ?? []
  const shownIds = [...ids.slice(0, maxIds), ...(ids.length > maxIds ? [`… (${ids.length} ids: --json)`] : [])]
  const what = operation === 'correct' ? [input.id, '"the correct text"'] : shownIds
  return ['ww', operation, ...what, ...scope].join(' ')
}
