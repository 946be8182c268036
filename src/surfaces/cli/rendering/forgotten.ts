import type { z } from 'zod'
import type { forget } from '../../../operations/front/forget.js'
import type { Rendering } from './answer.js'
import { indented, plural } from './layout.js'
import { toPrintable } from './printable.js'

type Forgotten = z.output<typeof forget.output>

/** What would go, or went: enough to see a mistake before it is one. */
export function renderForgotten(answer: Forgotten, { terminal }: Rendering): string[] {
  const { style, columns } = terminal
  const { dry_run, count, ids, derived_ids, message_ids, review_ids, rewritten, backups, preview = [] } = answer
  if (count === 0) return ['Nothing is remembered that this would forget.']
  const what = [
    plural(ids.length, 'memory', 'memories'),
    ...(derived_ids.length === 0 ? [] : [`${derived_ids.length} derived from ${ids.length === 1 ? 'it' : 'them'}`]),
    ...(message_ids.length === 0 ? [] : [plural(message_ids.length, 'unanswered question', 'unanswered questions')]),
  ].join(', and ')
  const shown = preview.flatMap(({ id, kind, excerpt }) => [
    ...indented(toPrintable(excerpt), columns, 2),
    `  ${style.dim(`${kind} · `)}${style.cyan(id)}`,
  ])
  const hidden = dry_run ? ids.length + derived_ids.length - preview.length : 0
  const stay =
    review_ids.length === 1
      ? `1 derived memory stays and ${dry_run ? 'would be' : 'is'} flagged for review.`
      : `${review_ids.length} derived memories stay and ${dry_run ? 'would be' : 'are'} flagged for review.`
  const liveOn = `${rewritten.length} of the derived ${dry_run ? 'would live' : rewritten.length === 1 ? 'lives' : 'live'} on in the words of what stays.`
  return [
    dry_run ? `${style.yellow('Would forget')} ${what}:` : `${style.green('Forgot')} ${what}, for good.`,
    ...shown,
    ...(hidden > 0 ? [`  ${style.dim(`… and ${hidden} more (--json lists all ids)`)}`] : []),
    ...(rewritten.length === 0 ? [] : [liveOn]),
    ...(review_ids.length === 0 ? [] : [stay]),
    ...backups.map(({ path, action }) => `${style.dim(`Backup ${action}:`)} ${toPrintable(path)}`),
    ...(dry_run ? ['', `Nothing is erased yet. There is no undo: ${style.bold('--yes')} does it.`] : []),
  ]
}
