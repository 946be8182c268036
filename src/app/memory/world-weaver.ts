import { createStaticEmbedder } from '../../adapters/embedders/static/static-embedder.js'
import { openStaticTokenSpace } from '../../adapters/embedders/static/static-token-space.js'
import { createAiSdkLanguageModel } from '../../adapters/llm/ai-sdk-language-model.js'
import { withCircuitBreaker } from '../../adapters/llm/circuit-breaker.js'
import type { LanguageModelSettings } from '../../adapters/llm/language-model-settings.js'
import type { Connections } from '../../adapters/postgres/connection/connections.js'
import { openAuditFile } from '../../adapters/system/audit-file.js'
import { createGitRepository } from '../../adapters/system/git-repository.js'
import { createStderrLog } from '../../adapters/system/stderr-log.js'
import { systemClock } from '../../adapters/system/system-clock.js'
import { createUuidIds } from '../../adapters/system/uuid-ids.js'
import { invalid, WorldWeaverError } from '../../errors.js'
import type { Access } from '../../memory/access/access.js'
import type { Effect } from '../../memory/access/permission.js'
import type { CallSource } from '../../memory/origin.js'
import { type HooksDoor, openHooksDoor } from '../../operations/hooks/hooks-door.js'
import { type ExportedLines, type ExportInput, exportMemories } from '../../operations/import-export/export-memories.js'
import {
  type ForeignInput,
  type ForeignOutcome,
  type FoundRecord,
  importForeign,
} from '../../operations/import-export/import-foreign.js'
import { type ImportInput, importMemories, type LineOutcome } from '../../operations/import-export/import-memories.js'
import { operations } from '../../operations/index.js'
import { auditCall } from '../../operations/machinery/audited-call.js'
import { invoke } from '../../operations/machinery/invoke.js'
import type { Operation } from '../../operations/machinery/operation.js'
import type { CallOptions, OperationContext } from '../../operations/machinery/operation-context.js'
import type { InputOf, OperationName, OutputOf } from '../../operations/machinery/operation-name.js'
import { createPendingWork } from '../../operations/machinery/pending-work.js'
import { consolidateNow } from '../../operations/memory/consolidate-now.js'
import { findMemories } from '../../operations/recall/find-memories.js'
import { openWorkflowDoor, type WorkflowDoor } from '../../operations/workflow/workflow-door.js'
import { createBus } from '../../operations/workspace/bus/bus.js'
import { createModelSubscriber } from '../../operations/workspace/bus/language-model.js'
import { standardSubscribers } from '../../operations/workspace/bus/standard-subscribers.js'
import type { Subscriber } from '../../operations/workspace/bus/subscriber.js'
import { cacheStructures } from '../../operations/workspace/cycle/structures.js'
import type { CallLedger } from '../../ports/call-ledger.js'
import type { Clock } from '../../ports/clock.js'
import type { Embedder } from '../../ports/embedder.js'
import type { LanguageModel } from '../../ports/language-model.js'
import type { StoreLoad } from '../../ports/store/maintain.js'
import type { Trace } from '../../ports/trace.js'
import { openResources, type Resources } from '../../resources/open-resources.js'
import { type ScopedMemory, wrapCalls } from '../../resources/scoped-memory.js'
import type { Configuration } from '../configuration/configuration.js'
import { auditFolder } from '../configuration/data-dir.js'
import { backgroundJobs } from './background-jobs.js'
import { openStore } from './stores.js'
import { traceStore } from './trace-store.js'
import { createUseQueue } from './use-queue.js'
import { flatten, whileOpen } from './while-open.js'

/** An open memory: call operations on it, close it when done. */
export interface WorldWeaver extends ScopedMemory {
  call<Name extends OperationName>(name: Name, input: InputOf<Name>, options?: CallOptions): Promise<OutputOf<Name>>
  /** Exports every visible memory as JSON Lines, in batches; the export shows the moment when it begins. */
  export(input?: ExportInput): AsyncIterable<ExportedLines>
  /** Imports such lines, also from other programs; reports the outcome of each line once it is durable. */
  import(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, input?: ImportInput): AsyncIterable<LineOutcome>
  /** Imports records of other programs; secrets in them are redacted. */
  importForeign(
    records: AsyncIterable<FoundRecord | readonly FoundRecord[]>,
    input?: ForeignInput,
  ): AsyncIterable<ForeignOutcome>
  readonly workflow: WorkflowDoor
  /** The calls of an agent's hooks: `ww hook`. */
  readonly hooks: HooksDoor
  /** The same memory, limited to what this access allows (COM3), for calls that come from there. */
  as(access: Access, from?: CallSource): ScopedMemory
  /** Whether no call is under way. */
  isIdle(): boolean
  /** COM10: shares call counts between servers on one database. */
  readonly calls: CallLedger
  /** Sizes, and the calls and uses that wait. */
  load(): Promise<StoreLoad & { readonly usesWaiting: number }>
  /** Loads what the first call would otherwise wait for, and starts the background work. */
  warmUp(): Promise<void>
  /** Waits for calls under way, writes the last uses and stops the workers. Everything answered is durable before. */
  close(): Promise<void>
}

export interface Parts {
  readonly clock?: Clock
  readonly embedder?: Embedder
  /** `inline` for a command that does one thing and ends. */
  readonly threads?: 'workers' | 'inline'
  /** Reader threads: two for a server with concurrent callers. */
  readonly readers?: 1 | 2
  /** A connection pool that several memories in one database share. */
  readonly connections?: Connections
  readonly checksOutput?: boolean
  /** Further subscribers on the workspace's bus. */
  readonly subscribers?: readonly Subscriber[]
  /** Records a span for each call of the store. */
  readonly trace?: Trace
  /** Receives how long the stages of each recall took. */
  readonly onStage?: CallOptions['onStage']
  /** The door and client of calls that name none: by default a program that uses the library. */
  readonly from?: CallSource
}

const operationsByName = new Map<string, Operation>(operations.map((operation) => [operation.name, operation]))

/** Opens the store with the first call, not before. */
export function createWorldWeaver(configuration: Configuration, parts: Parts = {}): WorldWeaver {
  const { clock = systemClock, embedder = createStaticEmbedder(), threads = 'workers' } = parts
  const { readers = 1, connections, checksOutput = false } = parts
  const languageModel =
    configuration.languageModel === undefined ? undefined : openLanguageModel(configuration.languageModel)
  const modelSubscribers =
    languageModel === undefined || !configuration.workspaceModel ? [] : [createModelSubscriber(languageModel)]
  const log = createStderrLog({ level: configuration.logLevel })
  const store = openStore(configuration, { threads, readers, connections, log })
  const memories = parts.trace === undefined ? store : traceStore(store, parts.trace)
  const uses = createUseQueue(memories, log)
  const audit = openAuditFile(auditFolder(configuration))
  const auditing = { audit, tenant: configuration.tenant, memories, clock, log }
  const { from: ownSource = { door: 'library', client: null } } = parts
  /** Work that nobody asked for says what it is. */
  const asBackground = (client: string): OperationContext => {
    const origin = { door: 'background', client, key: null } as const
    return { ...context, memories: auditCall({ operation: client, effect: 'write', origin }, auditing).memories }
  }
  const ending = new AbortController()
  let background: Promise<unknown> | undefined
  const context: OperationContext = {
    memories,
    embedder,
    tokenSpace: openStaticTokenSpace,
    noteUses: uses.note,
    structures: cacheStructures(memories),
    bus: createBus([...standardSubscribers, ...modelSubscribers, ...(parts.subscribers ?? [])]),
    clock,
    ids: createUuidIds(),
    log,
    weights: configuration.weights,
    ...(configuration.retirement === undefined ? {} : { retirement: configuration.retirement }),
    ...(languageModel === undefined ? {} : { languageModel }),
    ...(configuration.workTree === undefined ? {} : { repository: createGitRepository(configuration.workTree) }),
    secrets: configuration.secrets,
    defaults: configuration,
    dataDir: configuration.dataDir,
    namespace: configuration.namespace,
    checksOutput,
    ...(parts.onStage === undefined ? {} : { onStage: parts.onStage }),
  }
  function startBackground(): void {
    if (background !== undefined || ending.signal.aborted) return
    const surroundings = { configuration, contextOf: asBackground, idle: idling, signal: ending.signal }
    background = Promise.all(Object.values(backgroundJobs).map((start) => start(surroundings)))
  }

  let warmingUp: Promise<void> | undefined
  function warmUp(): Promise<void> {
    // A recall loads all that recalls need, and writes nothing.
    warmingUp ??= findMemories({ query: 'What was told first?', filter: {}, now: clock.now() }, context).then(
      startBackground,
    )
    return warmingUp
  }

  let quietSince = performance.now()
  const idling = {
    quietSince: () => (underWay.isNone() ? quietSince : undefined),
    consolidate: (signal: AbortSignal) =>
      invoke(consolidateNow, { project: '*' }, { ...asBackground('consolidation'), signal }),
  }

  const underWay = createPendingWork()
  async function track<Result>(work: () => Promise<Result>): Promise<Result> {
    if (ending.signal.aborted) throw new WorldWeaverError('internal_error', 'This memory has been closed')
    try {
      return await underWay.track(work())
    } finally {
      quietSince = performance.now()
      // A command that does one thing leaves background work to the servers.
      if (threads === 'workers') startBackground()
    }
  }

  // Apart from the calls under way: a memory whose callers only wait for changes is idle.
  const followers = createPendingWork()
  async function* follow(changesUntil: Resources['follow'], signal: AbortSignal): ReturnType<Resources['follow']> {
    const changes = changesUntil(AbortSignal.any([signal, ending.signal]))
    while (!ending.signal.aborted) {
      const { done, value } = await followers.track(changes.next())
      if (done) return
      yield value
    }
  }

  async function invokeAudited(
    operation: Operation,
    input: unknown,
    options: CallOptions,
    source: CallSource,
  ): Promise<Record<string, unknown>> {
    const origin = { ...(options.from ?? source), key: options.access?.key ?? null }
    const call = auditCall({ operation: operation.name, effect: operation.effect, origin }, auditing)
    try {
      const answer = await invoke(operation, input, Object.assign({}, context, options, { memories: call.memories }))
      call.end({ answer })
      return answer
    } catch (error) {
      call.end({ error })
      throw error
    }
  }

  const workflow = openWorkflowDoor(context, auditing, ownSource)
  /** Without access: the owner of the process, who may do everything. */
  function scope(access?: Access, from = ownSource): ScopedMemory {
    const within = access === undefined ? {} : { access }
    const resources = openResources({ ...within, ...context })
    const memory: ScopedMemory = {
      invoke: (operation, input, options) => invokeAudited(operation, input, { ...options, ...within }, from),
      resources,
      workflow: access === undefined ? workflow : workflow.as(access, from),
    }
    const streams = {
      ...memory,
      resources: { ...resources, follow: (signal: AbortSignal) => follow(resources.follow, signal) },
    }
    // The workflow door tracks its own calls, also those in the background.
    return { ...wrapCalls(streams, (_name, work) => track(() => work(memory))), workflow: memory.workflow }
  }
  const owned = scope()
  const hooks = openHooksDoor(context)
  /** Commands over the whole memory, which are no operations. */
  const asCommand = (operation: string, effect: Effect): OperationContext => {
    const origin = { ...ownSource, key: null }
    return { ...context, memories: auditCall({ operation, effect, origin }, auditing).memories }
  }
  const asHook = (client: string | null): OperationContext => {
    const origin = { door: 'hook', client, key: null } as const
    return { ...context, memories: auditCall({ operation: 'hook', effect: 'write', origin }, auditing).memories }
  }

  return {
    ...owned,
    call: async (name, input, options) => (await owned.invoke(getOperation(name), input, options)) as never,
    export: (input = {}) => whileOpen(exportMemories(input, context), track),
    import: (bytes, input = {}) =>
      flatten(whileOpen(importMemories(bytes, input, asCommand('import', 'write')), track)),
    importForeign: (records, input = {}) =>
      flatten(whileOpen(importForeign(records, input, asCommand('import', 'write')), track)),
    workflow,
    hooks: {
      composeContext: (event) => track(() => hooks.composeContext(event)),
      storeSession: (session, scope) => track(() => openHooksDoor(asHook(session.client)).storeSession(session, scope)),
      warmUp: () => track(hooks.warmUp),
    },
    as: scope,
    isIdle: () => underWay.isNone() && workflow.isIdle(),
    calls: memories.calls,
    load: async () => ({ ...(await memories.load()), usesWaiting: uses.waiting() }),
    warmUp,
    async close() {
      ending.abort()
      // Ending a worker while it opens the database would crash the process.
      await Promise.allSettled([warmingUp, underWay.settled(), followers.settled(), workflow.settled()])
      await background
      await uses.flush()
      await memories.close()
      audit.close()
    },
  }
}

const openLanguageModel = (settings: LanguageModelSettings): LanguageModel =>
  withCircuitBreaker(createAiSdkLanguageModel(settings), {
    failureThreshold: 3,
    resetTimeoutMs: 60_000,
    now: () => performance.now(),
  })

function getOperation(name: string): Operation {
  const operation = operationsByName.get(name)
  if (operation === undefined) throw invalid('name', `there is no operation "${name}"`)
  return operation
}
