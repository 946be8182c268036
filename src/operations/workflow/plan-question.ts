import { isJsonObject } from '../../memory/is-object.js'
import type { JsonObject, StoredMemory } from '../../memory/memory.js'
import { bestOf } from '../../memory/recall/rank-memories.js'
import { foldSummary, newestTurns } from '../../memory/workflow/conversation/summary.js'
import type { Conversation } from '../../memory/workflow/machine/step.js'
import type { Asked, ProbeHit } from '../../memory/workflow/planning/asked.js'
import { clarify } from '../../memory/workflow/planning/clarify.js'
import { mayBeAskedBack } from '../../memory/workflow/planning/limits.js'
import { planSubqueries, toSubqueries, usualWeights } from '../../memory/workflow/planning/plan-subqueries.js'
import { resolve } from '../../memory/workflow/planning/resolve.js'
import type { Subquery } from '../../memory/workflow/planning/subquery.js'
import type { Caller } from '../caller.js'
import { reasonOf } from './ask-in-time.js'
import { planByModel } from './plan-by-model.js'
import { type Recollection, recollect } from './recollect.js'
import type { WorkflowContext } from './workflow-context.js'

/** As many as decide whether a facet splits what was found. */
const mostHits = 12
/** More than can be waiting to be folded. */
const turnsBack = 2 * newestTurns
/** WFL3: then the rules take over. */
export const planningMs = 10_000

export interface Planned {
  readonly subqueries: readonly Subquery[]
  /** What planning has found on the way. */
  readonly probed?: Recollection
}

export type QuestionPlan = ({ readonly askBack: string } | Planned) & {
  /** WPL4: why a configured model was not the one to plan; never quotes what it was asked. */
  readonly fallback?: string
  /** OPS4: the memories in whose words it speaks. */
  readonly drawnFrom: readonly string[]
}

interface Probed extends ProbeHit {
  readonly id: string
}

/** WPL1–WPL4: one question to ask back, or what to ask memory for. By the model if there is one, else by rules. */
export async function planQuestion(
  conversation: Conversation,
  context: WorkflowContext,
  caller: Caller,
): Promise<QuestionPlan> {
  const until = performance.now() + planningMs
  const asked = await askedIn(conversation, context)
  const resolved = await resolve(asked)
  const mayAsk = mayBeAskedBack(asked, resolved.reading)
  const { languageModel, clock } = context
  const mayProbe = mayAsk || languageModel !== undefined
  // By the usual weights: then it is the whole question's own retrieval, mostly.
  const probed = mayProbe ? await recollect(resolved.question.trim(), usualWeights, context, caller) : undefined
  const found = probed === undefined ? [] : await hitsOf(probed, context)
  const byRules = async (): Promise<QuestionPlan> => {
    const question = clarify(asked, resolved, found)
    if (question !== undefined) return { askBack: question, drawnFrom: quotedIn(question, found) }
    const subqueries = await planSubqueries(resolved, asked.clarifications, clock.now())
    return { subqueries, probed, drawnFrom: [] }
  }
  if (languageModel === undefined) return byRules()
  try {
    const planned = await planByModel(asked, mayAsk, found, languageModel, until - performance.now())
    // A model has read all of it.
    const drawnFrom = found.map(({ id }) => id)
    if ('askBack' in planned) return { ...planned, drawnFrom }
    const texts = [resolved.question.trim(), ...planned.texts]
    return { subqueries: await toSubqueries(texts, asked.clarifications, clock.now()), probed, drawnFrom }
  } catch (error) {
    return { ...(await byRules()), fallback: reasonOf(error, languageModel) }
  }
}

/** RSB6: the newest turns as they are, the older ones by the summary, also those that nobody has folded yet. */
async function askedIn({ workflow, run }: Conversation, { memories }: WorkflowContext): Promise<Asked> {
  const read = await memories.workflows.turns(workflow.id, turnsBack)
  const turns = read.filter(({ messageId }) => messageId !== run.messageId)
  return {
    question: run.userInput,
    mayAskBack: run.mayAskBack,
    clarifications: run.clarifications,
    turns: turns
      .slice(-newestTurns)
      .map(({ userInput, answer }) => ({ user: userInput, answer: answer?.response ?? null })),
    summary: foldSummary(workflow.summary, turns),
    preferences: workflow.preferences,
  }
}

/** WPL2: what a first retrieval finds. */
async function hitsOf({ found }: Recollection, { memories }: WorkflowContext): Promise<readonly Probed[]> {
  const best = bestOf(found.ranking, mostHits)
  const stored = await memories.get(best.map(({ id }) => id))
  return stored.flatMap((memory, place) =>
    memory === undefined
      ? []
      : [{ id: memory.id, text: memory.text, score: best[place].relevance, facets: toldBeside(memory) }],
  )
}

/** Of the rules, only the choice of a facet's values speaks in other words than the user's. */
const quotedIn = (question: string, found: readonly Probed[]): readonly string[] =>
  found
    .filter(({ facets }) => Object.values(facets).some((value) => question.includes(String(value))))
    .map(({ id }) => id)

/** Keys of the context, and tags of the form `key:value`. */
function toldBeside({ facets, tags }: StoredMemory): JsonObject {
  const told = isJsonObject(facets.context) ? facets.context : {}
  const tagged = tags.flatMap((tag) => {
    const [, key, value] = /^([^:]+):(.+)$/u.exec(tag) ?? []
    return key === undefined ? [] : [[key, value] as const]
  })
  return { ...told, ...Object.fromEntries(tagged) }
}
