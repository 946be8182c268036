import type { JsonObject, StoredMemory } from '../../memory/memory.js'
import { isObject } from '../../memory/procedural/steps.js'
import { newestTurns } from '../../memory/workflow/conversation/summary.js'
import type { Conversation } from '../../memory/workflow/machine/step.js'
import type { Asked, ProbeHit } from '../../memory/workflow/planning/asked.js'
import { clarify } from '../../memory/workflow/planning/clarify.js'
import { planSubqueries } from '../../memory/workflow/planning/plan-subqueries.js'
import { resolve } from '../../memory/workflow/planning/resolve.js'
import type { Subquery } from '../../memory/workflow/planning/subquery.js'
import { type Caller, scopeOf } from '../caller.js'
import { findMemories } from '../recalling/find-memories.js'
import type { WorkflowContext } from './workflow-context.js'

/** As many as decide whether a facet splits what was found. */
const probed = 12

export type QuestionPlan = { readonly askBack: string } | { readonly subqueries: readonly Subquery[] }

/** WPL1–WPL3: one question to ask back, or what to ask memory for. By rules. */
export async function planQuestion(
  { workflow, run }: Conversation,
  context: WorkflowContext,
  caller: Caller,
): Promise<QuestionPlan> {
  const turns = await context.memories.workflows.turns(workflow.id, newestTurns)
  const asked: Asked = {
    question: run.userInput,
    mayAskBack: run.mayAskBack,
    clarifications: run.clarifications,
    turns: turns
      .filter(({ messageId }) => messageId !== run.messageId)
      .map(({ userInput, answer }) => ({ user: userInput, answer: answer?.response ?? null })),
    summary: workflow.summary,
    preferences: workflow.preferences,
  }
  const resolved = await resolve(asked)
  const question = run.mayAskBack
    ? clarify(asked, resolved, await probe(resolved.question, context, caller))
    : undefined
  if (question !== undefined) return { askBack: question }
  return { subqueries: await planSubqueries(resolved.question, run.clarifications, context.clock.now()) }
}

/** WPL2: what a first retrieval finds. */
async function probe(query: string, context: WorkflowContext, caller: Caller): Promise<readonly ProbeHit[]> {
  const found = await findMemories({ query, filter: scopeOf(caller), now: context.clock.now() }, context)
  const best = found.ranking.ranked.slice(0, probed)
  const stored = await context.memories.get(best.map(({ candidate }) => candidate.id))
  return stored.flatMap((memory, place) =>
    memory === undefined ? [] : [{ text: memory.text, score: best[place].relevance, facets: toldBeside(memory) }],
  )
}

/** Keys of the context, and tags of the form `key:value`. */
function toldBeside({ facets, tags }: StoredMemory): JsonObject {
  const told = isObject(facets.context) ? facets.context : {}
  const tagged = tags.flatMap((tag) => {
    const [, key, value] = /^([^:]+):(.+)$/u.exec(tag) ?? []
    return key === undefined ? [] : [[key, value] as const]
  })
  return { ...told, ...Object.fromEntries(tagged) }
}
