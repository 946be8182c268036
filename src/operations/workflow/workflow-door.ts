import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import { WorldWeaverError } from '../../errors.js'
import type { Access } from '../../memory/access/access.js'
import { defaultSession, mayUseSession } from '../../memory/access/permission.js'
import type { Json, JsonObject } from '../../memory/memory.js'
import type { CallSource } from '../../memory/origin.js'
import { sessionIdPattern } from '../../memory/session-id.js'
import { dayMs } from '../../memory/time.js'
import { isOver, type Run } from '../../memory/workflow/conversation/run.js'
import { sessionOf } from '../../memory/workflow/conversation/workflow.js'
import { abandonRun, cancel } from '../../memory/workflow/machine/end-run.js'
import type { Conversation } from '../../memory/workflow/machine/step.js'
import type { StreamQuery } from '../../memory/workflow/stream/reader.js'
import { isJsonObject } from '../../plain-object.js'
import { type Auditing, auditCall } from '../machinery/audited-call.js'
import { assertEffect } from '../machinery/authorise.js'
import * as fields from '../machinery/fields.js'
import { guardSecrets } from '../machinery/guard-secrets.js'
import { toInternalError } from '../machinery/internal-error.js'
import type { OperationContext } from '../machinery/operation-context.js'
import { createPendingWork } from '../machinery/pending-work.js'
import { runInSlices } from '../machinery/run-in-slices.js'
import { parseInput } from '../machinery/validation-error.js'
import { advance, advanceRun, readSettled, WorkflowRefusal } from './advance.js'
import { answerInput, type answerOutput, answerWorkflow } from './answer-workflow.js'
import { createEventHub } from './event-hub.js'
import { type Executed, executeInput, executeWorkflow } from './execute-workflow.js'
import { type FollowedWorkflow, followWorkflow } from './follow-workflow.js'
import { limitConcurrency } from './limit-concurrency.js'
import { takeOverEarlyAnswer } from './store-early.js'
import { assertInReach } from './workflow-access.js'
import type { WorkflowContext } from './workflow-context.js'

/** Keeps the two reader threads busy; more would only make all of them slower (`npm run bench:workflow`). */
const maxConcurrentRecalls = 4

/** The calls of the workflow door: ask, answer a clarification, follow, record an answer. */
export interface WorkflowCalls {
  execute(input: unknown): Promise<Executed>
  answer(input: unknown): Promise<z.output<typeof answerOutput>>
  /** Returns the latest run. */
  cancel(workflowId: string): Promise<Pick<Run, 'status' | 'messageId'>>
  /** Undefined when there is no such workflow. */
  follow(workflowId: string, query: StreamQuery, signal: AbortSignal): Promise<FollowedWorkflow | undefined>
  /** COM10: the session that a call counts for. */
  sessionOf(input: unknown): Promise<string>
  /** Rejects when the store does not answer. */
  checkStore(): Promise<void>
}

/** The workflow door, and the background work of its server. */
export interface WorkflowDoor extends WorkflowCalls {
  /** The same calls, limited to this access. */
  as(access: Access, from?: CallSource): WorkflowCalls
  /** Nothing runs, not even in the background. */
  isIdle(): boolean
  /** WFL6, WFL8: a server's maintenance, until the signal. */
  maintain(signal: AbortSignal): Promise<void>
  /** Resolves when all calls and background work are done. */
  settled(): Promise<void>
  /** WFL6: ends the runs of this process, for a server that must stop. */
  handOver(): Promise<void>
}

export function openWorkflowDoor(operations: OperationContext, auditing: Auditing, source: CallSource): WorkflowDoor {
  const pending = createPendingWork()
  const context: WorkflowContext = {
    ...operations,
    hub: createEventHub(operations.memories.workflows, operations.log),
    holder: crypto.randomUUID(),
    newUuid: () => crypto.randomUUID(),
    activeRuns: new Set(),
    limitRecalls: limitConcurrency(maxConcurrentRecalls),
    inBackground(work) {
      pending.track(work.catch((error: unknown) => operations.log.error('background work failed', { error })))
    },
  }
  /** COM8: the causes of internal errors stay in the log. */
  async function trackCall<Result>(call: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await pending.track(work())
    } catch (error) {
      const isKnown = error instanceof WorldWeaverError || error instanceof WorkflowRefusal
      throw isKnown ? error : toInternalError(error, call, operations)
    }
  }
  const guarded = async <Input>(input: Input): Promise<Input> =>
    (await runInSlices(guardSecrets(input, operations.secrets), operations)).input
  /** Every call but `follow` needs write access. */
  const writing = <Result>(call: string, { access }: WorkflowContext, work: () => Promise<Result>): Promise<Result> =>
    trackCall(call, async () => {
      assertEffect('write', access)
      return work()
    })
  /** What a call writes is its caller's, also what it writes in the background. */
  async function audited<Result>(
    operation: string,
    context: WorkflowContext,
    from: CallSource,
    work: (context: WorkflowContext) => Promise<Result>,
  ): Promise<Result> {
    const origin = { ...from, key: context.access?.key ?? null }
    const call = auditCall({ operation: `workflow.${operation}`, effect: 'write', origin }, auditing)
    try {
      const answer = await work({ ...context, memories: call.memories })
      call.end({ answer })
      return answer
    } catch (error) {
      call.end({ error })
      throw error
    }
  }
  const callsOf = (context: WorkflowContext, from: CallSource): WorkflowCalls => ({
    execute: (input) =>
      audited('execute', context, from, (own) =>
        writing('execute', own, async () => executeWorkflow(await guarded(parseInput(executeInput, input)), own)),
      ),
    answer: (input) =>
      audited('answer', context, from, (own) =>
        writing('ai-answer', own, async () => answerWorkflow(await guarded(parseInput(answerInput, input)), own)),
      ),
    cancel: (workflowId) =>
      audited('cancel', context, from, (own) => writing('cancel', own, () => cancelWorkflow(workflowId, own))),
    follow: (workflowId, query, signal) => followWorkflow(workflowId, query, context, signal),
    sessionOf: (input) => sessionOfCall(input, context),
    async checkStore() {
      await context.memories.workflows.newestEvent()
    },
  })
  const origin = { door: 'background', client: 'workflow', key: null } as const
  const { memories: maintaining } = auditCall({ operation: 'workflow.maintain', effect: 'write', origin }, auditing)
  return {
    ...callsOf(context, source),
    as: (access, from = source) => callsOf({ ...context, access }, from),
    isIdle: pending.isNone,
    maintain: (signal) => maintainWorkflows({ ...context, memories: maintaining }, signal),
    handOver: () => handOver(context),
    settled: pending.settled,
  }
}

/** WFL6: a stopping server ends its active runs, so that their readers do not wait for the lease to lapse. */
async function handOver(context: WorkflowContext): Promise<void> {
  const { clock, holder, log } = context
  const ending = [...context.activeRuns].map((run) =>
    advanceRun(run, (latest) => abandonRun(latest, holder, clock.now()), context),
  )
  for (const ended of await Promise.allSettled(ending)) {
    // A refusal means that the run is over. If the write failed, the lease lapses.
    const hasFailed = ended.status === 'rejected' && !(ended.reason instanceof WorkflowRefusal)
    if (hasFailed) log.warn('a run could not be handed over', { error: ended.reason })
  }
}

/**
 * COM10: the session that a call counts for in the rate limit, before it is validated: the one it names, else that of
 * its workflow, else the server's own. Invalid names count for the default; a bound key uses no other session's share.
 */
async function sessionOfCall(
  input: unknown,
  { memories, defaults, access }: Pick<OperationContext, 'memories' | 'defaults' | 'access'>,
): Promise<string> {
  // The casts hold: the input was parsed from JSON.
  const given: JsonObject = isJsonObject(input as Json) ? (input as JsonObject) : {}
  // Every HTTP call passes here and few name a workflow: zod's error for a missing one is expensive (`npm run bench:serve`).
  const workflowId = given.workflow_id === undefined ? undefined : fields.workflowId.safeParse(given.workflow_id).data
  const stored = workflowId === undefined ? undefined : await memories.workflows.conversation(workflowId)
  const preferred = isJsonObject(given.preferences) ? given.preferences : {}
  const preferences = stored === undefined ? preferred : { ...stored.workflow.preferences, ...preferred }
  const fallback = defaultSession(access, defaults.session)
  const session = sessionOf({ preferences }, fallback)
  return sessionIdPattern.test(session) && mayUseSession(access ?? {}, session) ? session : fallback
}

/** WSS5: cancels for all readers; a run that is over stays as it is. Returns the latest run. */
async function cancelWorkflow(workflowId: string, context: WorkflowContext): Promise<Run> {
  const decide = (conversation: Conversation) => {
    assertInReach(conversation.workflow, context)
    return cancel(conversation, context.clock.now())
  }
  try {
    return (await advance(workflowId, decide, context)).run
  } catch (error) {
    if (!(error instanceof WorkflowRefusal) || error.code !== 'RUN_LOST') throw error
    const { workflow, run } = await readSettled(workflowId, context)
    assertInReach(workflow, context)
    return run
  }
}

const everyMs = 1_000
const dropEveryMs = 60_000

/** WFL6, RSB5, WFL8: ends or stores runs without a worker, and drops events older than a day, until the signal. */
async function maintainWorkflows(context: WorkflowContext, signal: AbortSignal): Promise<void> {
  const { memories, clock, log } = context
  for (let dropped = -Infinity; !signal.aborted; ) {
    try {
      for (const { run } of await memories.workflows.lapsed(clock.now())) {
        if (isOver(run)) await takeOverEarlyAnswer(run, context)
        else await readSettled(run.workflowId, context)
      }
      if (performance.now() - dropped >= dropEveryMs) {
        await memories.workflows.dropEvents(clock.now() - dayMs)
        dropped = performance.now()
      }
    } catch (error) {
      log.warn('workflow maintenance failed', { error })
    }
    await pause(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
