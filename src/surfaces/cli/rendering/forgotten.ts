import type { z } from 'zod'
import type { forget } from '../../../operations/everyday/forget.js'
import { toPrintable } from '../../../terminal-text.js'
import { plural } from '../quantities.js'
import type { Rendering } from './answer.js'
import { indentWrapped } from './layout.js'

type Forgotten = z.output<typeof forget.output>

/** What would be erased, or was: enough to notice a mistake in time. */
export function renderForgotten(answer: Forgotten, { terminal }: Rendering): string[] {
  const { style, columns } = terminal
  const {
    dry_run,
    count,
    ids,
    derived_ids,
    message_ids,
    review_ids,
    rewritten,
    backups,
    preview = [],
    changed_ids = [],
  } = answer
  const changed =
    changed_ids.length === 0
      ? []
      : [
          `It also changed ${plural(changed_ids.length, 'memory', 'memories')} of others, which stay: ${changed_ids.join(' ')}`,
        ]
  if (count === 0) return ['No memory matches: there is nothing to forget.', ...changed]
  const what = [
    plural(ids.length, 'memory', 'memories'),
    ...(derived_ids.length === 0 ? [] : [`${derived_ids.length} derived from ${ids.length === 1 ? 'it' : 'them'}`]),
    ...(message_ids.length === 0 ? [] : [plural(message_ids.length, 'unanswered question', 'unanswered questions')]),
  ].join(', and ')
  const shown = preview.flatMap(({ id, kind, excerpt }) => [
    ...indentWrapped(toPrintable(excerpt), columns, 2),
    `  ${style.dim(`${kind} · `)}${style.cyan(id)}`,
  ])
  const hidden = dry_run ? ids.length + derived_ids.length - preview.length : 0
  const stay =
    review_ids.length === 1
      ? `1 derived memory stays and ${dry_run ? 'would be' : 'is'} flagged for review.`
      : `${review_ids.length} derived memories stay and ${dry_run ? 'would be' : 'are'} flagged for review.`
  const kept = `${rewritten.length} of the derived ${dry_run ? 'would be' : rewritten.length === 1 ? 'is' : 'are'} rewritten from the memories that stay.`
  return [
    dry_run ? `${style.yellow('Would forget')} ${what}:` : `${style.green('Forgot')} ${what}, for good.`,
    ...shown,
    ...(hidden > 0 ? [`  ${style.dim(`… and ${hidden} more (--json lists all ids)`)}`] : []),
    ...(rewritten.length === 0 ? [] : [kept]),
    ...(review_ids.length === 0 ? [] : [stay]),
    ...changed,
    ...backups
      .filter(({ action }) => action !== 'kept')
      .map(({ path, action }) => `${style.dim(`Backup ${action}:`)} ${toPrintable(path)}`),
    ...stillHeld(backups, style),
    ...(dry_run ? ['', `Nothing is erased yet. ${style.bold('--yes')} erases it; there is no undo.`] : []),
  ]
}

/** Copies that World Weaver did not make or no longer knows of: only their owner can say what becomes of them. */
function stillHeld(backups: Forgotten['backups'], style: Rendering['terminal']['style']): string[] {
  const kept = backups.filter(({ action }) => action === 'kept')
  if (kept.length === 0) return []
  const one = kept.length === 1
  return [
    ...kept.map(({ path }) => `${style.yellow('May still hold it:')} ${toPrintable(path)}`),
    `${one ? 'That copy is' : 'Those copies are'} none of this store's backups, so ${one ? 'it was' : 'they were'} left alone: delete ${one ? 'it' : 'them'}, or make a new backup in ${one ? 'its' : 'their'} place.`,
  ]
}
