import { z } from 'zod'
import type { Kind } from '../../memory/memory.js'
import { scopeOf } from '../caller.js'
import { withDefault } from '../fields.js'
import { defineOperation } from '../operation.js'

const connected = z.enum(['connected', 'disconnected'])

export const memoryStats = defineOperation({
  name: 'memory_stats',
  summary: 'How many memories there are in sight, and the health of the storage.',
  door: 'memory',
  effect: 'read',
  input: z.object({
    include_detailed: withDefault(z.boolean(), false).describe('Add counts per session, index sizes and the model.'),
  }),
  output: z.object({
    session_id: z.string(),
    project: z.string().nullable(),
    initialized: z.boolean(),
    // OPS1: the seed's names for the graph and the vector role, whatever engine plays them.
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
        sessions: z.record(z.string(), z.int()),
        edges: z.int(),
        terms: z.int(),
        vectors: z.record(z.string(), z.int()),
        embedding: z.object({ model: z.string(), dimensions: z.int() }),
        database_bytes: z.int(),
      })
      .optional(),
  }),
  commandLine: { command: 'stats', examples: ['', '--include-detailed'] },
  async run({ include_detailed }, { memories, embedder }, caller) {
    const stats = await memories.stats()
    const count = async (kind: Kind) =>
      (await memories.query({ ...scopeOf(caller), kinds: [kind] }, { offset: 0, limit: 0 })).total
    const [episodes, entities, procedures, notes, lessons] = await Promise.all([
      count('episode'),
      count('entity'),
      count('procedure'),
      count('note'),
      count('lesson'),
    ])
    return {
      session_id: caller.session,
      project: caller.project,
      initialized: true,
      storage: { neo4j: 'connected' as const, qdrant: 'connected' as const, engine: stats.engine },
      collections: { episodes, entities, procedures, notes, lessons },
      ...(include_detailed
        ? {
            detailed: {
              sessions: stats.sessions,
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
