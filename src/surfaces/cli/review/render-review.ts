import type { z } from 'zod'
import type { reviewMemory } from '../../../operations/review/review-memory.js'
import { toPrintable } from '../../../terminal-text.js'
import { plural } from '../quantities.js'
import { toAge } from '../rendering/age.js'
import { indentWrapped } from '../rendering/layout.js'
import type { Terminal } from '../terminal.js'

export type Reviewed = z.output<typeof reviewMemory.output>
export type ReviewItem = Reviewed['items'][number]

type Shown = { readonly terminal: Terminal; readonly now: number }

const originWords = { remote: 'by a caller with a key', import: 'imported', tool: 'printed by a tool' } as const

/** A question for a person: the texts with their dates. */
export function renderItem({ ask, texts, quote }: ReviewItem, { terminal, now }: Shown): string[] {
  const { style, columns } = terminal
  const lines = texts.flatMap(({ id, text, truncated, timestamp, origin, said_as }) => {
    const about = [
      toAge(timestamp, now),
      ...(origin === undefined || origin === 'stated' ? [] : [originWords[origin]]),
      ...(said_as === undefined ? [] : [said_as]),
      ...(truncated === true ? ['only its beginning'] : []),
    ]
    return [
      style.cyan(id),
      ...indentWrapped(toPrintable(text), columns, 2),
      ...indentWrapped(about.join(' · '), columns, 2).map(style.dim),
    ]
  })
  const doubt = quote === undefined ? [] : ['In doubt:', ...indentWrapped(toPrintable(quote), columns, 2)]
  return [...indentWrapped(ask, columns, 0), '', ...lines, ...doubt]
}

/** What a call without questions for a person answers: replies that were applied, or a batch that was taken back. */
export function renderReviewed({ applied, refused, undo, undone, left, items }: Reviewed, shown: Shown): string[] {
  const { style } = shown.terminal
  return [
    ...(undone === undefined ? [] : [style.green(`Taken back: ${plural(undone.length, 'memory', 'memories')}.`)]),
    ...(applied.length === 0 ? [] : [style.green(`${plural(applied.length, 'reply', 'replies')} applied.`)]),
    ...(undo === undefined ? [] : [`Undo: ${undo.command}`]),
    ...refused.map(({ item, reason }) => `${style.red('Refused')} ${toPrintable(item)}: ${reason}`),
    ...items.flatMap((item) => ['', `${style.bold(item.item)} ${item.choices.join(', ')}`, ...renderItem(item, shown)]),
    left === 0 ? 'Nothing is left to review.' : `${plural(left, 'question', 'questions')} left.`,
  ]
}
