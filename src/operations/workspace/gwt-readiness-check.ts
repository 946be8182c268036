import { z } from 'zod'
import type { StoreCondition } from '../../ports/memory-store.js'
import { scopeOf } from '../caller.js'
import { defineOperation } from '../operation.js'
import type { OperationContext } from '../operation-context.js'
import { busStateField, busStateOf } from './keeping/bus-state.js'
import { embeddingField, embeddingOf } from './keeping/embedding.js'
import { readMind } from './mind.js'
import { namespaceField, namespaceOf } from './namespace.js'
import { recordsFor } from './structures.js'

const checkNames = ['store_writable', 'index_in_step', 'embedder_loaded', 'records_in_step', 'no_open_circuit'] as const

export const gwtReadinessCheck = defineOperation({
  name: 'gwt_readiness_check',
  summary: 'Tries out whether the memory can write, search, embed and answer, and says which of it works.',
  door: 'workspace',
  effect: 'read',
  input: z.object({}),
  output: z.object({
    status: z.enum(['ready', 'degraded']),
    checks: z.record(z.enum(checkNames), z.boolean()),
    namespace: namespaceField,
    embedding: embeddingField,
    /** Null where the store cannot be read. */
    counts: z.object({ persisted: z.int(), runtime_index: z.int(), structured_records: z.int() }).nullable(),
    broadcast_bus: busStateField.nullable(),
    file_sizes: z.record(z.string(), z.int()),
    restored_runtime_items: z.int(),
  }),
  commandLine: { command: 'mind ready', examples: [''] },
  async run(_, context, caller) {
    const attempt = <Result>(check: string, work: () => Promise<Result>) => tryOut(check, work, context)
    const condition = await attempt('index_in_step', () => context.memories.condition(context.embedder.identity))
    const bus = await attempt('no_open_circuit', async () => busStateOf(await readMind(context, caller), context))
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

/** A check that cannot be made has failed; why is for the log. */
async function tryOut<Result>(
  check: string,
  work: () => Promise<Result>,
  { log }: OperationContext,
): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    log.warn('a readiness check failed', { check, error })
    return undefined
  }
}

/** Long enough to be released, short enough to lapse soon if the process dies between. */
const leaseMs = 1_000

/** A lease that nobody else asks for, given back at once: a write that leaves nothing. */
async function canWrite({ memories }: OperationContext): Promise<boolean> {
  const lease = await memories.lease(`readiness ${crypto.randomUUID()}`, leaseMs)
  await lease?.release()
  return lease !== undefined
}

function isIndexInStep(condition: StoreCondition): boolean {
  const { memories, inWords, inVectors, cachedMemories, cachedVectors, seq, cachedSeq } = condition
  return cachedSeq === seq && [inWords, inVectors, cachedMemories, cachedVectors].every((count) => count === memories)
}

async function canEmbed({ embedder }: OperationContext): Promise<boolean> {
  const [vector] = await embedder.embed(['memory'])
  return vector?.length === embedder.dimensions && vector.some((component) => component !== 0)
}

/** Others may write between two looks. */
const mostLooks = 5

async function areRecordsInStep({ memories, embedder, structures }: OperationContext): Promise<boolean> {
  for (let looks = 1; ; looks++) {
    const { seq, memoryCount } = await structures.read()
    const stored = await memories.condition(embedder.identity)
    if (seq === stored.seq) return memoryCount === stored.inStructures
    if (looks === mostLooks) return false
  }
}
