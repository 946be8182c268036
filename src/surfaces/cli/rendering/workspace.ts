import type { z } from 'zod'
import type { gwtCollectionQuery } from '../../../operations/workspace/gwt-collection-query.js'
import type { gwtQuery } from '../../../operations/workspace/gwt-query.js'
import type { gwtResolve } from '../../../operations/workspace/gwt-resolve.js'
import type { gwtSetGoal } from '../../../operations/workspace/gwt-set-goal.js'
import type { gwtStore } from '../../../operations/workspace/gwt-store.js'
import { toPrintable, toPrintableJson } from '../../../terminal-text.js'
import { plural } from '../quantities.js'
import type { Terminal } from '../terminal.js'
import type { Workspace } from '../workspace-command.js'
import type { Rendering } from './answer.js'
import { excerpt } from './excerpt.js'
import { bar } from './layout.js'
import { wrap } from './wrap.js'

export function renderBroadcast({ text }: { readonly text: string }, { terminal }: Rendering): string[] {
  return wrap(toPrintable(text), terminal.columns)
}

const states = { long_term: [], preconscious: ['at the edge of attention'], conscious: ['in mind'] } as const

export function renderQuery({ results }: z.output<typeof gwtQuery.output>, { terminal }: Rendering): string[] {
  const { style } = terminal
  if (results.length === 0) return ['Nothing is remembered.']
  return results.flatMap(({ id, content, memory_type, activation_state, relevance }) => {
    const about = [relevance.toFixed(2), memory_type, ...states[activation_state]].join(' · ')
    return [
      `${bar(relevance, style.cyan, style)}  ${style.dim(about)}`,
      ...excerpt(content, terminal, 2),
      style.dim(`  ${id}`),
      '',
    ]
  })
}

/** Only the JSON Lines, so that they can be piped into a file. */
export const renderLines = ({ jsonl }: { readonly jsonl: string }): string[] => [toPrintableJson(jsonl.trimEnd())]

/** Evidence shown; `--json` has all of it. */
const maxEvidence = 5

type Resolved = z.output<typeof gwtResolve.output>

interface Attended extends Pick<Resolved, 'evidence_plan'> {
  readonly workspace: Workspace['slots']
}

/** The answer, if there is one, then the contents of the workspace. */
export function renderAttended({ evidence_plan, workspace }: Attended, { terminal }: Rendering): string[] {
  const { style } = terminal
  const strongest = workspace
    .filter((slot) => slot.id !== null)
    .sort((a, b) => (b.activation_level ?? 0) - (a.activation_level ?? 0))
  return [
    ...renderPlan(evidence_plan, terminal),
    '',
    style.bold(`In mind: ${strongest.length} of ${workspace.length}`),
    ...strongest.flatMap(({ content = '', activation_level = 0 }) => [
      `  ${bar(activation_level, style.cyan, style)}`,
      ...excerpt(content, terminal, 4),
    ]),
  ]
}

export const renderResolved = ({ evidence_plan }: Resolved, { terminal }: Rendering): string[] =>
  renderPlan(evidence_plan, terminal)

function renderPlan(plan: Resolved['evidence_plan'], terminal: Terminal): string[] {
  const { answer, strategy, evidence, queries, metadata } = plan
  const { style } = terminal
  if (answer === '') {
    const asked = queries.map((query) => `  ${toPrintable(query)}`)
    const reason = typeof metadata.reason === 'string' ? `: ${metadata.reason}` : ''
    return [
      ...wrap(`No exact answer${reason}.`, terminal.columns),
      ...(asked.length === 0 ? [] : [style.dim('Memory was searched for:'), ...asked.map(style.dim)]),
    ]
  }
  const rest = evidence.length - maxEvidence
  return [
    ...wrap(toPrintable(answer), terminal.columns).map(style.bold),
    style.dim(`${strategy}, from ${plural(evidence.length, 'piece', 'pieces')} of evidence`),
    ...evidence.slice(0, maxEvidence).flatMap((each) => excerpt(each, terminal, 2)),
    ...(rest > 0 ? [style.dim(`  and ${rest} more`)] : []),
  ]
}

export function renderCollected(answer: z.output<typeof gwtCollectionQuery.output>, { terminal }: Rendering): string[] {
  const { style } = terminal
  const rest = answer.supporting_evidence.length - maxEvidence
  const { unknown_fields: unknown } = answer.metadata
  return [
    ...wrap(toPrintable(answer.answer), terminal.columns).map(style.bold),
    ...(Array.isArray(unknown) ? [style.yellow(toPrintable(`No record has ${unknown.join(', ')}.`))] : []),
    style.dim(`of ${plural(answer.matched_count, 'record', 'records')}`),
    ...answer.supporting_evidence.slice(0, maxEvidence).flatMap((each) => excerpt(each, terminal, 2)),
    ...(rest > 0 ? [style.dim(`  and ${rest} more`)] : []),
  ]
}

export const renderExplained = (
  answer: { readonly explanation?: string; readonly message?: string },
  { terminal }: Rendering,
): string[] => wrap(toPrintable(answer.explanation ?? answer.message ?? ''), terminal.columns)

export const renderWorkspaceStored = (
  { id, memory_type, linked_to }: z.output<typeof gwtStore.output>,
  { terminal }: Rendering,
) => [
  `Stored as ${memory_type}, at the edge of attention${linked_to.length === 0 ? '' : `, linked to ${linked_to.length}`}.`,
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
