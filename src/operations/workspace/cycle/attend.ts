import type { Broadcast } from '../../../memory/workspace/broadcast.js'
import type { EvidencePlan } from '../../../memory/workspace/planners/evidence-plan.js'
import { enterBuffer } from '../../../memory/workspace/state/buffer.js'
import { type Goal, setGoal } from '../../../memory/workspace/state/goals.js'
import { occupantIds } from '../../../memory/workspace/state/slots.js'
import {
  broadcastStep,
  busStep,
  goalStep,
  planStep,
  queryStep,
  stopStep,
  storeStep,
  type Trace,
  type TraceStep,
} from '../../../memory/workspace/trace/trace.js'
import type { StoreCoordinator } from '../../../ports/store/coordinate.js'
import type { MemoryReader } from '../../../ports/store/read.js'
import type { MemorySearch } from '../../../ports/store/search.js'
import type { MemoryWriter } from '../../../ports/store/write.js'
import { type Caller, writeScope } from '../../machinery/caller.js'
import type { Composing, OperationContext, Recalling, Using } from '../../machinery/operation-context.js'
import { decideIn } from '../bus/bus.js'
import { noteAnswer } from './answer-note.js'
import {
  type Attention,
  type Finding,
  isNothing,
  noAttention,
  type Wanted,
  wantedBy,
  withFindings,
} from './attention.js'
import { describeWorkspace, runCycle } from './cycle.js'
import { newGoal } from './goal.js'
import { loadWorkspace, updateWorkspace } from './load-workspace.js'
import { lookUp } from './look-up.js'
import { type Asked, fitPlan, type Planned, planQuestion } from './plan.js'
import { holds } from './views.js'

export interface Question extends Asked {
  readonly keywords: readonly string[]
  readonly passes: number
  /** False changes nothing but the goal, the bus result and the trace. */
  readonly admit: boolean
  /** The budget of the plan in the answer and in the trace. */
  readonly planTokens: number
}

export interface Attended {
  readonly plan: EvidencePlan
  readonly contextCount: number
  readonly broadcast: Broadcast
  readonly admitted: readonly string[]
  readonly trace: Trace
}

/** The activation of an exact answer in the buffer. */
const answerActivation = 0.95

/** GWT10: plans, then recalls, broadcasts and asks the bus, in up to `passes` passes while they bring something new. */
export async function attendTo(question: Question, context: OperationContext, caller: Caller): Promise<Attended> {
  writeScope(caller)
  const planned = await planQuestion(question, context, caller)
  const plan = fitPlan(planned.plan, question.planTokens)
  const { question: description, keywords } = question
  const goal = newGoal({ description, keywords, priority: 1, origin: 'attend' }, context)
  const wasInMind = new Set(occupantIds(await loadWorkspace(context, caller)))
  let attention: Attention = { ...noAttention, steps: [goalStep(goal), planStep(plan)], wasInMind }
  let wanted: Wanted = {
    queries: planned.plan.queries.length > 0 ? planned.plan.queries : [description],
    memories: [],
  }
  for (let pass = 1; ; pass++) {
    context.signal?.throwIfAborted()
    const attended = await runPass({ pass, goal, plan, planned, question, attention, wanted }, context, caller)
    attention = attended.attention
    wanted = attended.wanted
    if (!attended.isLast) continue
    const { broadcast, trace } = attended
    return { plan, contextCount: planned.found.length, broadcast, admitted: attention.admitted, trace }
  }
}

interface Pass {
  readonly pass: number
  readonly goal: Goal
  /** The plan within its budget. */
  readonly plan: EvidencePlan
  readonly planned: Planned
  readonly question: Question
  readonly attention: Attention
  readonly wanted: Wanted
}

async function runPass(before: Pass, context: OperationContext, caller: Caller) {
  const { pass, plan, planned, question, wanted } = before
  const found = await askMemory(before, context, caller)
  const findings = found.flatMap(({ findings }) => findings)
  const asked = withFindings(before.attention, wanted.queries, findings)
  const stored = await prepareWorkspace(before, findings, context, caller)
  const { broadcast, occupants, goals } = await broadcastWorkspace(question.admit, context, caller)
  const round = { question: question.question, plan: planned.plan, goals, occupants, found: asked.found }
  const answers = await context.bus.ask(round, context, caller)

  const isNewlyFound = asked.known.size > before.attention.known.size
  return updateWorkspace(context, caller, (workspace) => {
    const decided = decideIn(workspace, answers, context.bus.settings)
    const further = wantedBy(decided.result, asked)
    const isNewInMind = broadcast.admitted.some((id) => !before.attention.wasInMind.has(id))
    const isNew = isNewlyFound || isNewInMind || !isNothing(further)
    const isLast = !isNew || pass === question.passes
    const steps: readonly TraceStep[] = [
      ...asked.steps,
      ...stored,
      ...found.map(({ query, findings }) => queryStep(query, pass, idsOf(findings))),
      broadcastStep(pass, broadcast),
      busStep(pass, decided.result.summary),
      ...(isLast ? [stopStep(isNew ? 'passes_done' : 'nothing_new', pass)] : []),
    ]
    const attention: Attention = {
      ...asked,
      steps,
      known: new Set([...asked.known, ...further.memories.map(({ id }) => id)]),
      admitted: [...new Set([...asked.admitted, ...broadcast.admitted])],
      wasInMind: new Set([...asked.wasInMind, ...occupants.map(({ id }) => id)]),
    }
    const trace = toTrace(question, plan, pass, steps)
    return {
      workspace: { ...decided.workspace, lastTrace: trace },
      result: { attention, wanted: further, broadcast, trace, isLast },
    }
  })
}

const idsOf = (findings: readonly Finding[]): string[] => findings.map(({ memory }) => memory.id)

/** Each query with its findings. The plan has asked the question itself already. */
function askMemory(
  { question: { question, k }, planned, wanted }: Pass,
  context: Using<MemorySearch & MemoryReader, Recalling | 'clock'>,
  caller: Caller,
) {
  return Promise.all(
    wanted.queries.map(async (query) => {
      const found = query.trim() === question.trim() ? planned.found : await lookUp({ query }, k, context, caller)
      return { query, findings: found.map(({ memory, relevance }): Finding => ({ memory, relevance, query })) }
    }),
  )
}

/** The goal, the answer and what was found, at once. Tells what was stored. */
async function prepareWorkspace(
  { pass, goal, planned, question, wanted }: Pass,
  findings: readonly Finding[],
  context: Using<MemoryWriter & StoreCoordinator & MemoryReader, Composing | 'clock' | 'namespace'>,
  caller: Caller,
): Promise<readonly TraceStep[]> {
  const entering = [
    ...findings.map(({ memory, relevance }) => ({ id: memory.id, activation: relevance })),
    // The cycle checks whether they are visible.
    ...wanted.memories,
  ]
  return updateWorkspace(context, caller, async (before) => {
    const now = context.clock.now()
    const aimed = pass === 1 ? setGoal(before, goal) : before
    if (!question.admit) return { workspace: aimed, result: [] }
    const note = pass === 1 ? await noteAnswer(question.question, planned.plan, context, caller) : undefined
    const answer = note === undefined ? [] : [{ id: note.id, activation: answerActivation }]
    const brought = [...answer, ...entering]
    return {
      workspace: brought.length === 0 ? aimed : enterBuffer(aimed, brought, now),
      ...(note?.batch === undefined ? {} : { alongside: note.batch }),
      result: note?.batch === undefined ? [] : [storeStep(note.id)],
    }
  })
}

/** Runs a cycle if `admit`; else describes the workspace as it is. */
async function broadcastWorkspace(admit: boolean, context: OperationContext, caller: Caller) {
  const broadcast = admit ? await runCycle(context, caller) : undefined
  const workspace = await loadWorkspace(context, caller)
  const stored = await context.memories.get(occupantIds(workspace))
  const occupants = stored.flatMap((memory) => (memory !== undefined && holds(memory, caller) ? [memory] : []))
  const byId = new Map(occupants.map((memory) => [memory.id, memory]))
  return {
    broadcast: broadcast ?? describeWorkspace(workspace, byId, context.clock.now()),
    occupants,
    goals: workspace.goals,
  }
}

/** GWT10: the steps that a caller would have had to call; the bus runs by itself. */
const calls: readonly TraceStep['phase'][] = ['goal', 'plan', 'store', 'query', 'broadcast']

const toTrace = (
  { question, planner }: Question,
  { strategy, answer }: EvidencePlan,
  pass: number,
  steps: readonly TraceStep[],
): Trace => ({
  question,
  planner,
  strategy,
  answer,
  passes_completed: pass,
  tool_call_count: steps.filter(({ phase }) => calls.includes(phase)).length,
  steps,
})
