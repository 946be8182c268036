import { z } from 'zod'
import { domains, entityTypes, type Kind } from '../../memory/memory.js'
import type { MemoryFilter } from '../../ports/store/filter.js'
import type { StoreMaintenance } from '../../ports/store/maintain.js'
import type { MemoryReader } from '../../ports/store/read.js'
import { scopeOf } from '../machinery/caller.js'
import { withDefault } from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Using } from '../machinery/operation-context.js'

const connected = z.enum(['connected', 'disconnected'])
const countsByName = z.record(z.string(), z.int())

export const memoryStats = defineOperation({
  name: 'memory_stats',
  summary: 'How many memories the caller can see, and the health of the storage.',
  door: 'memory',
  effect: 'read',
  input: z.object({
    include_detailed: withDefault(z.boolean(), false).describe('Add counts per session, index sizes and the model.'),
  }),
  output: z.object({
    session_id: z.string(),
    project: z.string().nullable(),
    initialized: z.boolean(),
    // OPS1: the contract's names for the graph and the vector store, whatever the engine.
    storage: z.object({ neo4j: connected, qdrant: connected, engine: z.string() }),
    collections: z.object({
      episodes: z.int(),
      entities: z.int(),
      procedures: z.int(),
      notes: z.int(),
      lessons: z.int(),
    }),
    detailed: z
      .object({
        sessions: countsByName,
        entity_types: countsByName,
        domains: countsByName,
        edges: z.int(),
        terms: z.int(),
        vectors: countsByName,
        embedding: z.object({ model: z.string(), dimensions: z.int() }),
        database_bytes: z.int(),
      })
      .optional(),
  }),
  commandLine: { command: 'stats', examples: ['', '--include-detailed'] },
  async run({ include_detailed }, { memories, embedder }: Using<StoreMaintenance & MemoryReader, 'embedder'>, caller) {
    const stats = await memories.stats()
    const scope = scopeOf(caller)
    const count = async (filter: MemoryFilter) =>
      (await memories.query({ ...scope, ...filter }, { offset: 0, limit: 0 })).total
    const countKind = (kind: Kind) => count({ kinds: [kind] })
    const [episodes, entities, procedures, notes, lessons] = await Promise.all([
      countKind('episode'),
      countKind('entity'),
      countKind('procedure'),
      countKind('note'),
      countKind('lesson'),
    ])
    /** Leaves out names without memories. */
    async function tally(names: readonly string[], toFilter: (name: string) => MemoryFilter) {
      const counts = await Promise.all(names.map(async (name) => [name, await count(toFilter(name))] as const))
      return Object.fromEntries(counts.filter(([, found]) => found > 0))
    }
    // A session's name is visible only to callers who can see it (COM3).
    const sessions = Object.keys(stats.sessions).filter((name) => (scope.session ?? name) === name)
    return {
      session_id: caller.session,
      project: caller.project,
      initialized: true,
      storage: { neo4j: 'connected' as const, qdrant: 'connected' as const, engine: stats.engine },
      collections: { episodes, entities, procedures, notes, lessons },
      ...(include_detailed
        ? {
            detailed: {
              sessions: await tally(sessions, (session) => ({ session })),
              entity_types: await tally(entityTypes, (type) => ({ kinds: ['entity'], facets: { entity_type: type } })),
              domains: await tally(domains, (domain) => ({ kinds: ['procedure'], facets: { domain } })),
              edges: stats.edges,
              terms: stats.terms,
              vectors: stats.vectors,
              embedding: { model: embedder.identity, dimensions: embedder.dimensions },
              database_bytes: stats.bytes,
            },
          }
        : {}),
    }
  },
})
