import { withAnswers } from '../../memory/answers.js'
import type { StoredMemory } from '../../memory/memory.js'
import { mergedInto } from '../../memory/procedural/deprecation.js'
import { expectedSuccess } from '../../memory/procedural/executions.js'
import { procedureOf } from '../../memory/procedural/procedure.js'
import { saidAsMarks } from '../../memory/recall/text/sentence-mark.js'
import type { ReviewChoice } from '../../memory/review/question.js'
import { problemInQuestions } from '../../memory/review/question-problem.js'
import { isQuoteOf } from '../../memory/review/quote.js'
import { ownStepsOf, type StepReference } from '../../memory/review/skill-pair.js'
import { duplicateOf } from '../../memory/semantic/links.js'
import { markedForReview } from '../../memory/semantic/review.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { Using } from '../machinery/operation-context.js'
import { structuralEdge } from '../writing/edges.js'
import { toReplacement } from '../writing/replace.js'
import { findDerived } from '../writing/supersede.js'
import type { BatchPlan } from './batch-plan.js'
import type { OpenQuestion } from './review-item.js'

export interface Reply {
  readonly choice: ReviewChoice
  readonly quote?: string | null | undefined
  readonly answers?: readonly string[] | null | undefined
}

export type Settling = Using<MemoryReader & MemoryGraph, 'clock'>

/** Why a reply is refused; undefined: it is in the plan. Nothing is planned for one that is refused. */
export async function settleReply(
  reply: Reply,
  open: OpenQuestion,
  plan: BatchPlan,
  context: Settling,
): Promise<string | undefined> {
  const { choice } = reply
  const { question, about, other, choices } = open
  if (!choices.includes(choice)) return `the choices of this item are ${choices.join(', ')}`
  if (reply.answers != null && choice !== 'answers') return '`answers` go with the choice `answers`'
  if (reply.quote != null && choice !== 'replaces') return '`quote` goes with the choice `replaces`'
  const pair = other === undefined ? undefined : { about, other }
  if (pair !== undefined && (plan.isInUse(about.id) || plan.isInUse(pair.other.id))) return inUse
  if (choice === 'replaces' && pair !== undefined) {
    // Of two near duplicates, the earlier one is the other.
    const [earlier, later] = question.topic === 'replaces' ? [about, pair.other] : [pair.other, about]
    const problem = quoteProblem(reply.quote, earlier, later)
    if (problem !== undefined) return problem
    await replace(earlier, later, plan, context)
    plan.settle(question, earlier, choice)
    return undefined
  }
  if (choice === 'same' && question.topic === 'same' && pair !== undefined) await hide(about, pair.other, plan, context)
  if (choice === 'same' && question.topic === 'merge' && pair !== undefined) merge(about, pair.other, plan)
  if (choice === 'answers') {
    const problem = problemInQuestions(reply.answers ?? [])
    if (problem !== undefined) return problem
    plan.change(about, { facets: withAnswers(plan.latest(about).facets, reply.answers, 'review') })
  }
  if (question.topic === 'said_as' && choice !== 'unsure') {
    plan.change(about, { saidAs: saidAsMarks.find((mark) => mark === choice) ?? null })
  }
  plan.settle(question, about, choice)
  return undefined
}

/** The item is free again at once. */
export const inUse = 'another reply of this call changes one of the two; it is asked again'

function quoteProblem(quote: string | null | undefined, earlier: StoredMemory, later: StoredMemory) {
  if (quote == null) return '`replaces` needs `quote`: words of the later text that make the earlier one untrue'
  if (!isQuoteOf(quote, later.text)) return '`quote` is not in the later text'
  if (isQuoteOf(quote, earlier.text)) return '`quote` is in the earlier text, too, and makes nothing in it untrue'
  return undefined
}

/** OPS6, SEM6: as `correct` with `replaced_by`. What is derived is changed by name, so that it can be taken back. */
async function replace(earlier: StoredMemory, later: StoredMemory, plan: BatchPlan, { memories, clock }: Settling) {
  const { change, review, connect } = toReplacement([earlier], later.id, clock.now())
  const derived = await memories.get(await findDerived([earlier.id], memories))
  plan.use(later)
  plan.change(earlier, { validTo: change[0].validTo ?? null })
  for (const edge of connect) plan.open(edge)
  for (const memory of derived) {
    if (memory?.validTo !== null) continue
    plan.change(memory, { facets: markedForReview(plan.latest(memory).facets, review[0].reason) })
  }
}

/** CON2: hides the newer behind the older, and moves its links. */
async function hide(newer: StoredMemory, older: StoredMemory, plan: BatchPlan, { memories, clock }: Settling) {
  const [edges, held] = await Promise.all([memories.neighbours([newer.id]), memories.neighbours([older.id])])
  plan.use(older)
  plan.change(newer, { state: 'hidden' })
  plan.moveEdges(newer.id, older.id, edges, held)
  plan.open(structuralEdge(duplicateOf, newer.id, older.id, clock.now()))
}

/** CON4: the less successful one is retired, with its own steps kept as variants of the other. */
function merge(one: StoredMemory, other: StoredMemory, plan: BatchPlan): void {
  const [best, worse] = [one, other].sort(bySuccess)
  const [ours, theirs] = [procedureOf(best.facets), procedureOf(worse.facets)]
  const inherited = [ours, theirs].flatMap(({ variants = [] }) => variants as unknown as readonly StepReference[])
  const variants = [...inherited, ...ownStepsOf(worse.id, theirs, ours)]
  plan.use(worse)
  plan.use(best)
  if (variants.length > 0) plan.change(best, { facets: { ...plan.latest(best).facets, variants } })
  const { deprecated, deprecation_reason = null, merged_into = null } = mergedInto(theirs, best.id)
  plan.change(worse, {
    state: 'retired',
    facets: { ...plan.latest(worse).facets, deprecated: deprecated === true, deprecation_reason, merged_into },
  })
}

function bySuccess(a: StoredMemory, b: StoredMemory): number {
  const [first, second] = [a, b].map(({ facets }) => expectedSuccess(procedureOf(facets)))
  return second - first || (a.id < b.id ? -1 : 1)
}
