import { z } from 'zod'
import { memoryTypes, toMemoryType } from '../../memory/import-export/memory-type.js'
import { kinds } from '../../memory/memory.js'
import { formatTime } from '../../memory/time.js'
import type { StoreMaintenance, StoreTally } from '../../ports/store/maintain.js'
import type { MemoryReader } from '../../ports/store/read.js'
import { scopeOf } from '../machinery/caller.js'
import { defineOperation } from '../machinery/operation.js'
import type { OperationContext, Using } from '../machinery/operation-context.js'
import { embeddingField, embeddingOf } from './backup/embedding.js'
import { loadWorkspace } from './cycle/load-workspace.js'
import { namespaceField, namespaceOf } from './cycle/namespace.js'
import { recordsFor } from './cycle/structures.js'
import { cycleCounts } from './cycle/views.js'

const counts = z.record(z.string(), z.int())

export const gwtMemoryProfile = defineOperation({
  name: 'gwt_memory_profile',
  summary: 'Show what is stored, what this process has cached, and how it is composed.',
  door: 'workspace',
  effect: 'read',
  input: z.object({}),
  output: z.object({
    status: z.enum(['ok', 'empty']),
    namespace: namespaceField,
    data_dir: z.string(),
    embedding: embeddingField,
    persisted_item_count: z.int(),
    runtime_index_count: z.int(),
    structured_record_count: z.int(),
    structured_fields: z.array(z.object({ name: z.string(), count: z.int(), numeric_count: z.int() })),
    counts_by_type: z.record(z.enum(memoryTypes), z.int()),
    counts_by_source: counts,
    file_sizes: counts,
    restored_runtime_items: z.int(),
    cycle_stats: z.object({
      cycle: z.int(),
      goal_count: z.int(),
      capacity: z.int(),
      used: z.int(),
      buffer_capacity: z.int(),
      buffer_used: z.int(),
      last_broadcast_at: z.string().nullable(),
    }),
    retention_policy: z.object({
      retires: z.boolean(),
      min_age_days: z.number().nullable(),
      max_retrievability: z.number().nullable(),
      max_importance: z.number().nullable(),
    }),
  }),
  commandLine: { command: 'mind profile', examples: [''] },
  async run(
    _,
    context: Using<StoreMaintenance & MemoryReader, 'embedder' | 'structures' | 'dataDir' | 'namespace' | 'retirement'>,
    caller,
  ) {
    const { memories, embedder, structures } = context
    const [tally, condition, structured, workspace] = await Promise.all([
      memories.tally(scopeOf(caller)),
      memories.condition(embedder.identity),
      structures.read(),
      loadWorkspace(context, caller),
    ])
    const records = recordsFor(structured, caller)
    return {
      status: tally.total === 0 ? ('empty' as const) : ('ok' as const),
      namespace: namespaceOf(context),
      data_dir: context.dataDir,
      embedding: embeddingOf(context),
      persisted_item_count: tally.total,
      runtime_index_count: condition.cachedVectors,
      structured_record_count: records.rows.length,
      structured_fields: records.fields.map(({ name, count, numericCount }) => ({
        name,
        count,
        numeric_count: numericCount,
      })),
      counts_by_type: countsByType(tally),
      counts_by_source: { ...tally.sources },
      file_sizes: { ...condition.files },
      restored_runtime_items: condition.restoredMemories,
      cycle_stats: {
        ...cycleCounts(workspace),
        last_broadcast_at: workspace.lastBroadcast === null ? null : formatTime(workspace.lastBroadcast.at),
      },
      retention_policy: retentionPolicy(context),
    }
  },
})

/** Every type, also with a count of zero. */
function countsByType({ kinds: found }: StoreTally) {
  const ofType = (type: (typeof memoryTypes)[number]) =>
    kinds.reduce((sum, kind) => (toMemoryType(kind) === type ? sum + (found[kind] ?? 0) : sum), 0)
  return {
    episodic: ofType('episodic'),
    semantic: ofType('semantic'),
    procedural: ofType('procedural'),
    working: ofType('working'),
  }
}

/** CON6: without a policy, nothing is archived. */
function retentionPolicy({ retirement }: Pick<OperationContext, 'retirement'>) {
  return {
    retires: retirement !== undefined,
    min_age_days: retirement?.minAgeDays ?? null,
    max_retrievability: retirement?.maxRetrievability ?? null,
    max_importance: retirement?.maxImportance ?? null,
  }
}
