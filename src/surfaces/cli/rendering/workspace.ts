import type { z } from 'zod'
import type { gwtQuery } from '../../../operations/workspace/gwt-query.js'
import type { Rendering } from './answer.js'
import { excerpt } from './excerpt.js'
import { bar } from './layout.js'
import { toPrintable } from './printable.js'
import { wrap } from './wrap.js'

/** What the workspace tells as text. */
export function renderBroadcast({ text }: { readonly text: string }, { terminal }: Rendering): string[] {
  return wrap(toPrintable(text), terminal.columns)
}

const states = { long_term: [], preconscious: ['at the edge of attention'], conscious: ['in mind'] } as const

export function renderQuery({ results }: z.output<typeof gwtQuery.output>, { terminal }: Rendering): string[] {
  const { style } = terminal
  if (results.length === 0) return ['Nothing is remembered.']
  return results.flatMap(({ id, content, memory_type, activation_state, relevance }) => {
    const { filled, empty } = bar(relevance)
    const about = [relevance.toFixed(2), memory_type, ...states[activation_state]].join(' · ')
    return [
      `${style.cyan(filled)}${style.dim(empty)}  ${style.dim(about)}`,
      ...excerpt(content, terminal, 2),
      style.dim(`  ${id}`),
      '',
    ]
  })
}
