import { WorldWeaverError } from '../../errors.js'
import type { JsonObject, StoredMemory } from '../../memory/memory.js'
import { relevanceFloor } from '../../memory/recall/constants.js'
import { bestOf } from '../../memory/recall/ranking/rank-memories.js'
import { foldSummary, recentTurnCount } from '../../memory/workflow/conversation/summary.js'
import type { Conversation } from '../../memory/workflow/machine/step.js'
import { canAskBack } from '../../memory/workflow/planning/clarification-limits.js'
import { clarify } from '../../memory/workflow/planning/clarify.js'
import { fromModelPlan, type PlanFromModel } from '../../memory/workflow/planning/model/plan-answer.js'
import { toPlanRequest } from '../../memory/workflow/planning/model/plan-request.js'
import { namedAside } from '../../memory/workflow/planning/named-aside.js'
import { defaultSubqueryWeights, planSubqueries, toSubqueries } from '../../memory/workflow/planning/plan-subqueries.js'
import type { PlanningInput, ProbeHit } from '../../memory/workflow/planning/planning-input.js'
import { resolve } from '../../memory/workflow/planning/resolve.js'
import type { Subquery } from '../../memory/workflow/planning/subquery.js'
import { isJsonObject } from '../../plain-object.js'
import type { LanguageModel } from '../../ports/language-model.js'
import type { Caller } from '../machinery/caller.js'
import { askModelWithTimeout, reasonOf } from './ask-model-in-time.js'
import { recallForText, type TextRecall } from './recall-for-text.js'
import type { WorkflowContext } from './workflow-context.js'

/** Enough to decide whether a facet splits the results. */
const maxHits = 12
/** More than can be unfolded at a time. */
const turnsBack = 2 * recentTurnCount
/** WFL3: after that the rules take over. */
export const planningMs = 10_000

export interface Planned {
  readonly subqueries: readonly Subquery[]
  /** The retrieval that planning made, to be reused. */
  readonly probed?: TextRecall
}

export type QuestionPlan = ({ readonly askBack: string } | Planned) & {
  /** WPL4: why the rules replaced a configured model; never quotes the question. */
  readonly fallback?: string
  /** OPS4: the memories whose words it uses. */
  readonly drawnFrom: readonly string[]
}

interface Probed extends ProbeHit {
  readonly id: string
}

/** WPL1–WPL4: plans a clarification or the subqueries, by the model if there is one, else by rules. */
export async function planQuestion(
  conversation: Conversation,
  context: WorkflowContext,
  caller: Caller,
): Promise<QuestionPlan> {
  const until = performance.now() + planningMs
  const asked = await askedIn(conversation, context)
  const resolved = await resolve(asked)
  const mayAsk = canAskBack(asked, resolved.parsed)
  const { languageModel, clock } = context
  const mayProbe = mayAsk || languageModel !== undefined
  const { also } = conversation.run
  // With the default weights, so that retrieval can mostly reuse it for the whole question.
  const probed = mayProbe
    ? await recallForText(resolved.question.trim(), { ...defaultSubqueryWeights, also }, context, caller)
    : undefined
  const found = probed === undefined ? [] : await hitsOf(probed, mayAsk, context)
  const byRules = async (): Promise<QuestionPlan> => {
    const question = clarify(asked, resolved, found)
    if (question !== undefined) return { askBack: question, drawnFrom: quotedIn(question, found) }
    const subqueries = await planSubqueries(resolved, asked.clarifications, clock.now())
    return { subqueries, probed, drawnFrom: [] }
  }
  if (languageModel === undefined) return byRules()
  try {
    const planned = await planByModel(asked, mayAsk, found, languageModel, until - performance.now())
    // A model has read all of them.
    const drawnFrom = found.map(({ id }) => id)
    if ('askBack' in planned) return { ...planned, drawnFrom }
    const texts = [resolved.question.trim(), ...planned.texts]
    return { subqueries: await toSubqueries(texts, asked.clarifications, clock.now()), probed, drawnFrom }
  } catch (error) {
    return { ...(await byRules()), fallback: reasonOf(error, languageModel) }
  }
}

/** RSB6: the newest turns in full, older ones as a summary, including those not folded yet. */
async function askedIn({ workflow, run }: Conversation, { memories }: WorkflowContext): Promise<PlanningInput> {
  const read = await memories.workflows.turns(workflow.id, turnsBack)
  const turns = read.filter(({ messageId }) => messageId !== run.messageId)
  return {
    question: run.userInput,
    mayAskBack: run.mayAskBack,
    clarifications: run.clarifications,
    turns: turns
      .slice(-recentTurnCount)
      .map(({ userInput, answer }) => ({ user: userInput, answer: answer?.response ?? null })),
    summary: foldSummary(workflow.summary, turns),
    preferences: workflow.preferences,
  }
}

/** WPL2: the results of a first retrieval. */
async function hitsOf(
  { found }: TextRecall,
  mayAsk: boolean,
  { memories }: WorkflowContext,
): Promise<readonly Probed[]> {
  const best = bestOf(found.ranking, maxHits)
  const stored = await memories.get(best.map(({ id }) => id))
  const hits = stored.map(async (memory, place): Promise<readonly Probed[]> => {
    if (memory === undefined) return []
    const { id, text } = memory
    const score = best[place].relevance
    // Parsing takes a few milliseconds each, and only relevant ones are asked about.
    const names = mayAsk && score >= relevanceFloor ? await namedAside(text) : []
    return [{ id, text, score, facets: contextOfMemory(memory), names }]
  })
  return (await Promise.all(hits)).flat()
}

/** A question by rules quotes memories only where it offers the values of a facet, or names of their texts. */
const quotedIn = (question: string, found: readonly Probed[]): readonly string[] =>
  found
    .filter(({ facets, names = [] }) =>
      [...Object.values(facets), ...names.map(({ name }) => name)].some((value) => question.includes(String(value))),
    )
    .map(({ id }) => id)

/** Its project, the keys of its context, and its tags of the form `key:value`. */
function contextOfMemory({ facets, tags, project }: StoredMemory): JsonObject {
  const context = isJsonObject(facets.context) ? facets.context : {}
  const tagged = tags.flatMap((tag) => {
    const [, key, value] = /^([^:]+):(.+)$/u.exec(tag) ?? []
    return key === undefined ? [] : [[key, value] as const]
  })
  return { ...(project === null ? {} : { project }), ...context, ...Object.fromEntries(tagged) }
}

/** WPL4: the model's plan within the limits of WPL1; throws if there is none. */
async function planByModel(
  asked: PlanningInput,
  mayAsk: boolean,
  probe: readonly ProbeHit[],
  model: LanguageModel,
  remainingMs: number,
): Promise<PlanFromModel> {
  const answer = await askModelWithTimeout(model, toPlanRequest(asked, mayAsk, probe), remainingMs)
  const planned = fromModelPlan(answer, asked, mayAsk)
  if (planned === undefined)
    throw new WorldWeaverError('internal_error', `${model.name} answered in an unexpected format`)
  return planned
}
