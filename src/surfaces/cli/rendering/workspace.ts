import type { z } from 'zod'
import type { gwtCollectionQuery } from '../../../operations/workspace/gwt-collection-query.js'
import type { gwtQuery } from '../../../operations/workspace/gwt-query.js'
import type { gwtSetGoal } from '../../../operations/workspace/gwt-set-goal.js'
import type { gwtStore } from '../../../operations/workspace/gwt-store.js'
import type { Terminal } from '../terminal.js'
import type { Rendering } from './answer.js'
import { excerpt } from './excerpt.js'
import { bar, plural } from './layout.js'
import { toPrintable, toPrintableJson } from './printable.js'
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

/** The lines alone, so that they can be piped into a file. */
export const renderLines = ({ jsonl }: { readonly jsonl: string }): string[] => [toPrintableJson(jsonl.trimEnd())]

/** Evidence on the screen: the rest is in `--json`. */
const mostEvidence = 5

interface Attended {
  readonly evidence_plan: Plan
  readonly workspace: readonly Slot[]
}

interface Plan {
  readonly strategy: string
  readonly answer: string
  readonly queries: readonly string[]
  readonly evidence: readonly string[]
  readonly metadata: Readonly<Record<string, unknown>>
}

interface Slot {
  readonly id: string | null
  readonly content?: string
  readonly activation_level?: number
}

/** The answer first; without one, what came to mind is what there is. */
export function renderAttended({ evidence_plan, workspace }: Attended, { terminal }: Rendering): string[] {
  const strongest = workspace
    .filter((slot) => slot.id !== null)
    .sort((a, b) => (b.activation_level ?? 0) - (a.activation_level ?? 0))
  return [
    ...planned(evidence_plan, terminal),
    '',
    terminal.style.bold(`In mind: ${strongest.length} of ${workspace.length}`),
    ...strongest.flatMap(({ content = '', activation_level = 0 }) => {
      const { filled, empty } = bar(activation_level)
      return [`  ${terminal.style.cyan(filled)}${terminal.style.dim(empty)}`, ...excerpt(content, terminal, 4)]
    }),
  ]
}

export const renderResolved = (
  { evidence_plan }: { readonly evidence_plan: Plan },
  { terminal }: Rendering,
): string[] => planned(evidence_plan, terminal)

function planned({ answer, strategy, evidence, queries, metadata }: Plan, terminal: Terminal): string[] {
  const { style } = terminal
  if (answer === '') {
    const asked = queries.map((query) => `  ${toPrintable(query)}`)
    const reason = typeof metadata.reason === 'string' ? `: ${metadata.reason}` : ''
    return [
      ...wrap(`No exact answer${reason}.`, terminal.columns),
      ...(asked.length === 0 ? [] : [style.dim('Memory was asked for:'), ...asked.map(style.dim)]),
    ]
  }
  const rest = evidence.length - mostEvidence
  return [
    ...wrap(toPrintable(answer), terminal.columns).map(style.bold),
    style.dim(`${strategy}, from ${plural(evidence.length, 'piece', 'pieces')} of evidence`),
    ...evidence.slice(0, mostEvidence).flatMap((each) => excerpt(each, terminal, 2)),
    ...(rest > 0 ? [style.dim(`  and ${rest} more`)] : []),
  ]
}

export function renderCollected(answer: z.output<typeof gwtCollectionQuery.output>, { terminal }: Rendering): string[] {
  const { style } = terminal
  const rest = answer.supporting_evidence.length - mostEvidence
  const { unknown_fields: unknown } = answer.metadata
  return [
    ...wrap(toPrintable(answer.answer), terminal.columns).map(style.bold),
    ...(Array.isArray(unknown) ? [style.yellow(toPrintable(`No record has ${unknown.join(', ')}.`))] : []),
    style.dim(`of ${plural(answer.matched_count, 'record', 'records')}`),
    ...answer.supporting_evidence.slice(0, mostEvidence).flatMap((each) => excerpt(each, terminal, 2)),
    ...(rest > 0 ? [style.dim(`  and ${rest} more`)] : []),
  ]
}

/** The trace in plain words, or that there is none. */
export const renderExplained = (
  answer: { readonly explanation?: string; readonly message?: string },
  { terminal }: Rendering,
): string[] => wrap(toPrintable(answer.explanation ?? answer.message ?? ''), terminal.columns)

export const renderKept = (
  { id, memory_type, linked_to }: z.output<typeof gwtStore.output>,
  { terminal }: Rendering,
) => [
  `Kept as ${memory_type}, at the edge of attention${linked_to.length === 0 ? '' : `, linked to ${linked_to.length}`}.`,
  terminal.style.dim(id),
]

export const renderGoal = (
  { description, priority, keywords }: z.output<typeof gwtSetGoal.output>,
  { terminal }: Rendering,
): string[] => [
  ...wrap(`Goal: ${toPrintable(description)}`, terminal.columns),
  terminal.style.dim(
    [`priority ${priority}`, ...(keywords.length === 0 ? [] : [toPrintable(keywords.join(', '))])].join(' · '),
  ),
]
