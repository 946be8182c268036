import { z } from 'zod'
import type { Workspace } from '../../memory/workspace/state/workspace.js'
import type { StoreCoordinator } from '../../ports/store/coordinate.js'
import type { StoreCondition, StoreMaintenance } from '../../ports/store/maintain.js'
import { scopeOf } from '../machinery/caller.js'
import { defineOperation } from '../machinery/operation.js'
import type { OperationContext, Using } from '../machinery/operation-context.js'
import { embeddingField, embeddingOf } from './backup/embedding.js'
import { loadWorkspace } from './cycle/load-workspace.js'
import { namespaceField, namespaceOf } from './cycle/namespace.js'
import { recordsFor } from './cycle/structures.js'

const busStateField = z.object({
  configured: z.boolean(),
  subscribers: z.array(z.string()),
  settings: z.record(z.string(), z.number()),
  open_circuits: z.array(z.string()),
  proposal_count: z.int(),
  accepted_count: z.int(),
})

/** GWT11: the bus of this process, and the result of the session's last cycle. */
function busStateOf(
  { lastBus }: Workspace,
  { bus, clock }: Pick<OperationContext, 'bus' | 'clock'>,
): z.output<typeof busStateField> {
  const circuits = Object.entries(bus.circuits(clock.now()))
  return {
    configured: bus.subscribers.length > 0,
    subscribers: [...bus.subscribers],
    settings: { ...bus.settings },
    open_circuits: circuits.filter(([, state]) => state === 'open').map(([name]) => name),
    proposal_count: lastBus?.summary.proposal_count ?? 0,
    accepted_count: lastBus?.summary.accepted_count ?? 0,
  }
}

const checkNames = ['store_writable', 'index_in_step', 'embedder_loaded', 'records_in_step', 'no_open_circuit'] as const

export const gwtReadinessCheck = defineOperation({
  name: 'gwt_readiness_check',
  summary: 'Check whether the memory can write, search, embed and answer; reports the result of each check.',
  door: 'workspace',
  effect: 'read',
  input: z.object({}),
  output: z.object({
    status: z.enum(['ready', 'degraded']),
    checks: z.record(z.enum(checkNames), z.boolean()),
    namespace: namespaceField,
    embedding: embeddingField,
    /** Null when the store cannot be read. */
    counts: z.object({ persisted: z.int(), runtime_index: z.int(), structured_records: z.int() }).nullable(),
    broadcast_bus: busStateField.nullable(),
    file_sizes: z.record(z.string(), z.int()),
    restored_runtime_items: z.int(),
  }),
  commandLine: { command: 'mind ready', examples: [''] },
  async run(_, context, caller) {
    const attempt = <Result>(check: string, work: () => Promise<Result>) => tryOut(check, work, context)
    const condition = await attempt('index_in_step', () => context.memories.condition(context.embedder.identity))
    const bus = await attempt('no_open_circuit', async () => busStateOf(await loadWorkspace(context, caller), context))
    const counts = await attempt('records_in_step', async () => ({
      persisted: (await context.memories.tally(scopeOf(caller))).total,
      structured_records: recordsFor(await context.structures.read(), caller).rows.length,
    }))
    const checks = {
      store_writable:
        condition?.isInPlace === true && (await attempt('store_writable', () => canWrite(context))) === true,
      index_in_step: condition !== undefined && isIndexInStep(condition),
      embedder_loaded: (await attempt('embedder_loaded', () => canEmbed(context))) === true,
      records_in_step: (await attempt('records_in_step', () => areRecordsInStep(context))) === true,
      no_open_circuit: bus?.open_circuits.length === 0,
    }
    const isReady = Object.values(checks).every((holds) => holds)
    return {
      status: isReady ? ('ready' as const) : ('degraded' as const),
      checks,
      namespace: namespaceOf(context),
      embedding: embeddingOf(context),
      counts:
        condition === undefined || counts === undefined ? null : { ...counts, runtime_index: condition.cachedVectors },
      broadcast_bus: bus ?? null,
      file_sizes: { ...condition?.files },
      restored_runtime_items: condition?.restoredMemories ?? 0,
    }
  },
})

/** A check that throws counts as failed; the log says why. */
async function tryOut<Result>(
  check: string,
  work: () => Promise<Result>,
  { log }: Pick<OperationContext, 'log'>,
): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    log.warn('a readiness check failed', { check, error })
    return undefined
  }
}

/** Short, so that the lease ends soon if the process dies before the release. */
const leaseMs = 1_000

/** Takes and releases a lease under a unique name: a write that leaves nothing behind. */
async function canWrite({ memories }: Using<StoreCoordinator>): Promise<boolean> {
  const lease = await memories.lease(`readiness ${crypto.randomUUID()}`, leaseMs)
  await lease?.release()
  return lease !== undefined
}

function isIndexInStep(condition: StoreCondition): boolean {
  const { memories, inWords, inVectors, cachedMemories, cachedVectors, seq, cachedSeq } = condition
  return cachedSeq === seq && [inWords, inVectors, cachedMemories, cachedVectors].every((count) => count === memories)
}

async function canEmbed({ embedder }: Pick<OperationContext, 'embedder'>): Promise<boolean> {
  const [vector] = await embedder.embed(['memory'])
  return vector?.length === embedder.dimensions && vector.some((component) => component !== 0)
}

/** Other processes may write between the two reads. */
const maxAttempts = 5

async function areRecordsInStep({
  memories,
  embedder,
  structures,
}: Using<StoreMaintenance, 'embedder' | 'structures'>): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const { seq, memoryCount } = await structures.read()
    const stored = await memories.condition(embedder.identity)
    if (seq === stored.seq) return memoryCount === stored.inStructures
    if (attempt === maxAttempts) return false
  }
}
