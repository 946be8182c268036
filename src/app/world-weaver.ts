import { createStaticEmbedder } from '../adapters/embedders/static/static-embedder.js'
import { openStaticTokenSpace } from '../adapters/embedders/static/static-token-space.js'
import { createAiSdkLanguageModel } from '../adapters/llm/ai-sdk-language-model.js'
import type { LanguageModelSettings } from '../adapters/llm/language-model-settings.js'
import { withRests } from '../adapters/llm/resting-language-model.js'
import type { Connections } from '../adapters/postgres/connections.js'
import { createGitRepository } from '../adapters/system/git-repository.js'
import { createStderrLog } from '../adapters/system/stderr-log.js'
import { systemClock } from '../adapters/system/system-clock.js'
import { createUuidIds } from '../adapters/system/uuid-ids.js'
import { invalid, WorldWeaverError } from '../errors.js'
import type { Access } from '../memory/access/access.js'
import { type HabitDoor, openHabitDoor } from '../operations/habit/habit-door.js'
import { operations } from '../operations/index.js'
import { invoke } from '../operations/invoke.js'
import { consolidateNow } from '../operations/memory/consolidate-now.js'
import { type ExportedLines, type ExportInput, exportMemories } from '../operations/moving/export-memories.js'
import {
  type ForeignInput,
  type ForeignOutcome,
  type FoundRecord,
  importForeign,
} from '../operations/moving/import-foreign.js'
import { type ImportInput, importMemories, type LineOutcome } from '../operations/moving/import-memories.js'
import type { Operation } from '../operations/operation.js'
import type { CallOptions, OperationContext } from '../operations/operation-context.js'
import type { InputOf, OperationName, OutputOf } from '../operations/operation-name.js'
import { findMemories } from '../operations/recalling/find-memories.js'
import { createWorkUnderWay } from '../operations/work-under-way.js'
import { openWorkflowDoor, type WorkflowCalls, type WorkflowDoor } from '../operations/workflow/workflow-door.js'
import { createBus } from '../operations/workspace/bus/bus.js'
import { createModelSubscriber } from '../operations/workspace/bus/language-model.js'
import { standardSubscribers } from '../operations/workspace/bus/standard-subscribers.js'
import type { Subscriber } from '../operations/workspace/bus/subscriber.js'
import { keepStructures } from '../operations/workspace/structures.js'
import type { CallLedger } from '../ports/call-ledger.js'
import type { Clock } from '../ports/clock.js'
import type { Embedder } from '../ports/embedder.js'
import type { LanguageModel } from '../ports/language-model.js'
import type { StoreLoad } from '../ports/memory-store.js'
import type { Trace } from '../ports/trace.js'
import { openResources, type Resources } from '../resources/open-resources.js'
import type { Configuration } from './configuration.js'
import { flatten } from './flatten.js'
import { keepConsolidated } from './idle-consolidation.js'
import { keepEmbedded } from './re-embed.js'
import { openStore } from './stores.js'
import { traceStore } from './trace-store.js'
import { trackResources } from './track-resources.js'
import { createUseQueue } from './use-queue.js'
import { whileOpen } from './while-open.js'

/** An open memory: call operations on it, close it when done. */
export interface WorldWeaver {
  call<Name extends OperationName>(name: Name, input: InputOf<Name>, options?: CallOptions): Promise<OutputOf<Name>>
  /** The same for callers that know the operation as data. */
  invoke(operation: Operation, input: unknown, options?: CallOptions): Promise<Record<string, unknown>>
  /** The memory as things to look at: `memory://stats` and the like. */
  readonly resources: Resources
  /** Everything in sight, of this moment, as JSON Lines: a few at a time, and no more are held. */
  export(input?: ExportInput): AsyncIterable<ExportedLines>
  /** Takes such lines in, and foreign ones; tells what became of each once it is durable. */
  import(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, input?: ImportInput): AsyncIterable<LineOutcome>
  /** Takes in what other programs kept; secrets in it are masked. */
  importForeign(
    records: AsyncIterable<FoundRecord | readonly FoundRecord[]>,
    input?: ForeignInput,
  ): AsyncIterable<ForeignOutcome>
  /** Ask, be asked back, follow, answer: what `ww serve` serves. */
  readonly workflow: WorkflowDoor
  /** What the hooks of an agent ask: `ww hook`. */
  readonly habit: HabitDoor
  /** The same memory for a caller from outside, who may do no more than that (COM3). */
  as(access: Access): GuardedMind
  /** Nothing is under way that was asked for. */
  isIdle(): boolean
  /** COM10: what servers on one database tell each other. */
  readonly calls: CallLedger
  /** How much there is, and how much waits. */
  load(): Promise<StoreLoad & { readonly usesWaiting: number }>
  /** Opens what the first call would otherwise wait for, and starts the work in the background. */
  warmUp(): Promise<void>
  /** Everything answered is already durable; this waits for what is under way, writes the last uses, ends the workers. */
  close(): Promise<void>
}

/** What a caller from outside may reach of a memory. */
export interface GuardedMind extends Pick<WorldWeaver, 'invoke' | 'resources'> {
  readonly workflow: WorkflowCalls
}

export interface Parts {
  readonly clock?: Clock
  readonly embedder?: Embedder
  /** `inline` for a command that does one thing and ends. */
  readonly threads?: 'workers' | 'inline'
  /** Two where many call at once. */
  readonly readers?: 1 | 2
  /** Of a process that has several memories in one database. */
  readonly connections?: Connections
  readonly checksOutput?: boolean
  /** Further ones on the workspace's bus. */
  readonly subscribers?: readonly Subscriber[]
  /** A span for each call of the store. */
  readonly trace?: Trace
  /** Hears how long the parts of each recall took. */
  readonly onStage?: CallOptions['onStage']
}

const operationsByName = new Map<string, Operation>(operations.map((operation) => [operation.name, operation]))

/** Opens nothing yet: the first call does. */
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
  const ending = new AbortController()
  let background: Promise<unknown> | undefined
  const context: OperationContext = {
    memories,
    embedder,
    tokenSpace: openStaticTokenSpace,
    noteUses: uses.note,
    structures: keepStructures(memories),
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
    background = Promise.all([
      keepEmbedded(memories, embedder, { clock, log, signal: ending.signal }),
      ...(configuration.autoConsolidate === null ? [] : [keepConsolidated(configuration.autoConsolidate, idling)]),
    ])
  }

  let warmth: Promise<void> | undefined
  function warmUp(): Promise<void> {
    // A recall loads all that recalls need, and leaves no trace.
    warmth ??= findMemories({ query: 'What was told first?', filter: {}, now: clock.now() }, context).then(
      startBackground,
    )
    return warmth
  }

  let quietSince = performance.now()
  const idling = {
    memories,
    log,
    signal: ending.signal,
    quietSince: () => (underWay.isNone() ? quietSince : undefined),
    consolidate: (signal: AbortSignal) => invoke(consolidateNow, { project: '*' }, { ...context, signal }),
  }

  const underWay = createWorkUnderWay()
  async function track<Result>(work: () => Promise<Result>): Promise<Result> {
    if (ending.signal.aborted) throw new WorldWeaverError('internal_error', 'This memory has been closed')
    try {
      return await underWay.track(work())
    } finally {
      quietSince = performance.now()
      // A command that does one thing leaves it to those that stay.
      if (threads === 'workers') startBackground()
    }
  }
  const run = (operation: Operation, input: unknown, options: CallOptions = {}) =>
    track(() => invoke(operation, input, Object.assign({}, context, options)))
  const workflow = openWorkflowDoor(context)
  const habit = openHabitDoor(context)
  const resources = trackResources(track, ending.signal)

  return {
    call: async (name, input, options) => (await run(getOperation(name), input, options)) as never,
    invoke: run,
    resources: resources.tracked(openResources(context)),
    export: (input = {}) => whileOpen(exportMemories(input, context), track),
    import: (bytes, input = {}) => flatten(whileOpen(importMemories(bytes, input, context), track)),
    importForeign: (records, input = {}) => flatten(whileOpen(importForeign(records, input, context), track)),
    workflow,
    habit: {
      speak: (occasion) => track(() => habit.speak(occasion)),
      keepSession: (session, scope) => track(() => habit.keepSession(session, scope)),
      practise: () => track(habit.practise),
    },
    as: (access) => ({
      invoke: (operation, input, options) => run(operation, input, { ...options, access }),
      resources: resources.tracked(openResources({ access, ...context })),
      workflow: workflow.as(access),
    }),
    isIdle: () => underWay.isNone() && workflow.isIdle(),
    calls: memories.calls,
    load: async () => ({ ...(await memories.load()), usesWaiting: uses.waiting() }),
    warmUp,
    async close() {
      ending.abort()
      // Ending a worker while it opens the database would bring down the process.
      await Promise.allSettled([warmth, underWay.settled(), resources.settled(), workflow.settled()])
      await background
      await uses.flush()
      await memories.close()
    },
  }
}

const openLanguageModel = (settings: LanguageModelSettings): LanguageModel =>
  withRests(createAiSdkLanguageModel(settings), { failures: 3, restMs: 60_000, now: () => performance.now() })

function getOperation(name: string): Operation {
  const operation = operationsByName.get(name)
  if (operation === undefined) throw invalid('name', `there is no operation "${name}"`)
  return operation
}
