import { z } from 'zod'
import { invalid } from '../../errors.js'
import { parseId } from '../../memory/ids.js'
import { entityFacets, entityKey, entityText } from '../../memory/semantic/entity.js'
import { derivedFrom } from '../../memory/semantic/links.js'
import { formatTime } from '../../memory/time.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import { type Caller, writeScope } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Composing, Using } from '../machinery/operation-context.js'
import { assertCurrent } from '../writing/assert-current.js'
import { retryOnConflict } from '../writing/change-memory.js'
import { structuralEdge } from '../writing/edges.js'
import { getVisible } from '../writing/read-visible.js'
import { compose } from '../writing/write-memory.js'

export const createEntity = defineOperation({
  name: 'create_entity',
  summary: 'Store a fact, person, project, tool, concept or technique as an entity of the knowledge graph.',
  guidance:
    'Use for what is true rather than what happened. If it exists already, the error names its id: change it with supersede_fact.',
  door: 'memory',
  effect: 'write',
  input: z.object({
    name: fields.text(500).describe('Canonical name.'),
    entity_type: fields.entityType.describe('What it is.'),
    summary: fields.text(2_000).describe('One or two sentences.'),
    details: fields.text(100_000).nullish().describe('More, as long as needed.'),
    source: fields.text(500).nullish().describe('An episode id, or "user_provided".'),
    derived_from: fields
      .withDefault(z.array(fields.anyId).max(100), [])
      .describe('Ids of the memories it was concluded from: when they change, it is flagged for review.'),
    answers: fields.answers,
  }),
  output: z.object({
    id: z.string(),
    name: z.string(),
    entity_type: fields.entityType,
    summary: z.string(),
    created_at: fields.timestamp,
    session_id: z.string(),
    project: z.string().nullable(),
  }),
  commandLine: {
    command: 'entity create',
    positional: ['name', 'entity_type', 'summary'],
    examples: ['FastAPI TOOL "Modern Python web framework for building APIs" --source user_provided'],
  },
  async run(
    { name, entity_type, summary, details = null, source = null, derived_from, answers },
    context: Using<MemoryWriter & MemoryReader & MemoryGraph, Composing | 'clock'>,
    caller,
  ) {
    const entity = { name, entityType: entity_type, summary, details }
    const scope = writeScope(caller)
    const memory = await retryOnConflict(async () => {
      const now = context.clock.now()
      await assertNew(entityKey(name, entity_type), scope, context)
      const grounds = await findGrounds(derived_from, source, context, caller)
      const added = await compose(
        {
          ...scope,
          kind: 'entity',
          text: entityText(entity),
          summary,
          facets: entityFacets(entity, source),
          tags: [],
          importance: 0.5,
          happenedAt: null,
          uniqueFacet: 'key',
          answers,
        },
        now,
        context,
      )
      await context.memories.commit({
        at: now,
        expect: grounds.map(({ id, version }) => ({ id, version })),
        add: [added],
        connect: grounds.map(({ id }) => structuralEdge(derivedFrom, added.memory.id, id, now)),
      })
      return added.memory
    })
    return {
      id: memory.id,
      name,
      entity_type,
      summary,
      created_at: formatTime(memory.recordedAt),
      session_id: memory.session,
      project: memory.project,
    }
  },
})

/** SEM6: the entity's sources; each must be visible and current. */
async function findGrounds(
  ids: readonly (readonly string[])[],
  source: string | null,
  context: Using<MemoryGraph & MemoryReader>,
  caller: Caller,
) {
  const episode = source === null ? undefined : parseId(source, 'episode')
  const asked = [
    ...ids.map((id) => ({ id, field: 'derived_from' })),
    ...(episode === undefined ? [] : [{ id: [episode], field: 'source' }]),
  ]
  const grounds = await Promise.all(
    asked.map(async ({ id, field }) => {
      const ground = await getVisible(id, context, caller, field)
      await assertCurrent(ground, context.memories, field)
      return ground
    }),
  )
  return [...new Map(grounds.map((ground) => [ground.id, ground])).values()]
}

/** SEM1. The store refuses duplicates as well; this error names the existing entity. */
async function assertNew(
  key: string,
  { session, project }: { readonly session: string; readonly project: string | null },
  { memories }: Using<MemoryReader>,
): Promise<void> {
  const filter = { kinds: ['entity'] as const, session, ofProject: project, facets: { key } }
  const { memories: same } = await memories.query(filter, { offset: 0, limit: 1 })
  const [existing] = same
  if (existing !== undefined) {
    throw invalid('name', `an entity of this name and type exists: ${existing.id}; change it with supersede_fact`)
  }
}
