import { z } from 'zod'
import { activationStates } from '../../memory/import-export/memory-type.js'
import { defaultEdgeWeight, linkedTo } from '../../memory/semantic/links.js'
import { draftMemory } from '../../memory/workspace/memory-draft.js'
import { enterBuffer } from '../../memory/workspace/state/buffer.js'
import type { StoreCoordinator } from '../../ports/store/coordinate.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import { writeScope } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Composing, Using } from '../machinery/operation-context.js'
import { newEdge } from '../writing/edges.js'
import { findCurrent, getVisible } from '../writing/read-visible.js'
import { compose } from '../writing/write-memory.js'
import { updateWorkspace } from './cycle/load-workspace.js'
import { namespaceTags } from './cycle/namespace.js'
import { takenKeys } from './cycle/taken-keys.js'

const importance = 0.5

export const gwtStore = defineOperation({
  name: 'gwt_store',
  summary: 'Keep a content as a memory, word for word, and bring it to the edge of attention.',
  guidance: 'episodic: what happened; semantic: a fact; procedural: how to; working: a note for now.',
  door: 'workspace',
  effect: 'write',
  input: z.object({
    content: fields.text(100_000).describe('What to keep.'),
    memory_type: fields.withDefault(fields.memoryType, 'semantic').describe('What it is.'),
    tags: fields.withDefault(fields.tags, []).describe('Labels to filter by.'),
    answers: fields.answers,
    link_to: z
      .union([fields.anyId.transform((ids) => [ids]), z.array(fields.anyId).max(100)])
      .nullish()
      .describe('Memory, or memories, to link it to.'),
  }),
  output: z.object({
    id: z.string(),
    memory_type: fields.memoryType,
    activation_state: z.enum(activationStates),
    linked_to: z.array(z.string()),
    tags: z.array(z.string()),
    status: z.literal('stored'),
  }),
  commandLine: {
    command: 'mind store',
    positional: ['content'],
    examples: [
      '"region=North, product=Lamp, price=4.50"',
      '"Restart the worker after a deploy" --memory-type procedural',
    ],
  },
  async run(
    { content, memory_type, tags, answers, link_to },
    context: Using<MemoryReader & MemoryGraph & MemoryWriter & StoreCoordinator, Composing | 'namespace' | 'clock'>,
    caller,
  ) {
    const scope = writeScope(caller)
    const carried = [...new Set([...tags, ...namespaceTags(context.namespace)])]
    const targets = await Promise.all(
      (link_to ?? []).map(async (ids) => {
        const named = await getVisible(ids, context, caller, 'link_to')
        // What superseded it is linked in its place.
        return (await findCurrent([named.id], context, caller)).get(named.id) ?? named
      }),
    )
    const linked = [...new Set(targets.map(({ id }) => id))]
    const id = await updateWorkspace(context, caller, async (workspace) => {
      const now = context.clock.now()
      const taken = await takenKeys(memory_type, content, tags, scope, context)
      const kept = draftMemory(memory_type, content, tags, taken)
      const draft = { ...scope, ...kept, tags: carried, importance, happenedAt: null, source: 'workspace', answers }
      const added = await compose(kept.kind === 'entity' ? { ...draft, uniqueFacet: 'key' } : draft, now, context)
      const { id } = added.memory
      return {
        workspace: enterBuffer(workspace, [{ id, activation: importance }], now),
        alongside: {
          add: [added],
          expect: targets.map(({ id, version }) => ({ id, version })),
          connect: linked.map((target) => newEdge(linkedTo, id, target, defaultEdgeWeight, now)),
        },
        result: id,
      }
    })
    return {
      id,
      memory_type,
      activation_state: 'preconscious' as const,
      linked_to: linked,
      tags: carried,
      status: 'stored' as const,
    }
  },
})
