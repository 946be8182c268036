import { z } from 'zod'
import type { Edge, StoredMemory } from '../../memory/memory.js'
import { toEntity } from '../../memory/semantic/entity.js'
import { derivedFrom, mentionedIn } from '../../memory/semantic/links.js'
import { formatTime } from '../../memory/time.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import { isVisible } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Using } from '../machinery/operation-context.js'
import { reviewFields, toReviewFields } from '../recall/review.js'
import { versionChain } from '../writing/edges.js'

export const getProvenance = defineOperation({
  name: 'get_provenance',
  summary: 'Where an entity comes from: its source episodes, the facts it was derived from, its versions.',
  door: 'memory',
  effect: 'read',
  input: z.object({ entity_id: fields.entityId.describe('Any version of it.') }),
  output: z.object({
    entity_id: z.string(),
    found: z.boolean(),
    name: z.string().optional(),
    source: z.string().nullable().optional(),
    created_at: fields.timestamp.optional(),
    valid_from: fields.timestamp.optional(),
    valid_to: fields.timestamp.nullable().optional(),
    ...reviewFields,
    source_episodes: z.array(z.object({ id: z.string(), timestamp: fields.timestamp })).optional(),
    derived_from: z.array(z.object({ id: z.string(), kind: fields.kind, is_current: z.boolean() })).optional(),
    versions: z
      .array(
        z.object({
          id: z.string(),
          summary: z.string(),
          origin: fields.origin.nullable(),
          valid_from: fields.timestamp,
          valid_to: fields.timestamp.nullable(),
        }),
      )
      .optional(),
  }),
  commandLine: { command: 'history', positional: ['entity_id'], examples: [] },
  async run({ entity_id }, context: Using<MemoryReader & MemoryGraph>, caller) {
    const [memory] = await context.memories.get([entity_id])
    if (memory === undefined || !isVisible(memory, caller)) return { entity_id, found: false }
    const versions = present(await context.memories.get(await versionChain(memory.id, context.memories)))
    const grounds = (await groundsOf(memory, context)).filter((ground) => isVisible(ground, caller))
    return {
      entity_id: memory.id,
      found: true,
      name: toEntity(memory).name,
      source: typeof memory.facets.source === 'string' ? memory.facets.source : null,
      created_at: formatTime(memory.recordedAt),
      valid_from: formatTime(memory.validFrom),
      valid_to: formatEnd(memory.validTo),
      ...toReviewFields(memory),
      source_episodes: grounds
        .filter(({ kind }) => kind === 'episode')
        .map(({ id, happenedAt }) => ({ id, timestamp: formatTime(happenedAt) })),
      derived_from: grounds
        .filter(({ kind }) => kind !== 'episode')
        .map(({ id, kind, validTo }) => ({ id, kind, is_current: validTo === null })),
      versions: versions.map((version) => ({
        id: version.id,
        summary: toEntity(version).summary,
        origin: version.origin,
        valid_from: formatTime(version.validFrom),
        valid_to: formatEnd(version.validTo),
      })),
    }
  },
})

/** The sources of a memory; for a closed version, those that it had at its end. */
async function groundsOf(
  { id, validTo }: StoredMemory,
  { memories }: Using<MemoryGraph & MemoryReader>,
): Promise<StoredMemory[]> {
  // Compares the edge's end, not a moment before it: a version may have lasted 0 ms.
  const heldToTheEnd = (edge: Edge) => (validTo === null ? edge.validTo === null : (edge.validTo ?? validTo) >= validTo)
  const edges = await memories.neighbours([id], [derivedFrom, mentionedIn], 'ever')
  const grounds = edges.filter((edge) => edge.source === id && heldToTheEnd(edge))
  return present(await memories.get(grounds.map(({ target }) => target)))
}

const present = (found: readonly (StoredMemory | undefined)[]): StoredMemory[] =>
  found.filter((memory) => memory !== undefined)

const formatEnd = (time: number | null): string | null => (time === null ? null : formatTime(time))
