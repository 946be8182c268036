import { z } from 'zod'
import type { Edge, StoredMemory } from '../../memory/memory.js'
import { activationStates, memoryTypes, toMemoryType } from '../../memory/moving/memory-type.js'
import { isStructural } from '../../memory/semantic/links.js'
import { formatTime } from '../../memory/time.js'
import { occupantIds } from '../../memory/workspace/state/slots.js'
import { activationStateOf, type Workspace } from '../../memory/workspace/state/workspace.js'
import { type Caller, isInSight, scopeOf } from '../caller.js'
import type { OperationContext } from '../operation-context.js'
import { idsInSight } from '../reading.js'
import { rounded } from '../rounded.js'

/** Ids at the other ends of a memory's links, in no particular order; where it comes from is no link. */
export function linkedIds(id: string, edges: readonly Edge[]): string[] {
  const ends = edges.flatMap(({ source, target, type }) => {
    if (isStructural(type)) return []
    if (source === id) return [target]
    return target === id ? [source] : []
  })
  return [...new Set(ends)].filter((end) => end !== id)
}

/** COM3: links at these memories; one whose far end is out of sight is out of sight as well. */
export async function linksInSight(
  ids: readonly string[],
  context: OperationContext,
  caller: Caller,
): Promise<readonly Edge[]> {
  const links = (await context.memories.neighbours(ids)).filter(({ type }) => !isStructural(type))
  const seesAll = Object.keys(scopeOf(caller)).length === 0
  if (seesAll || links.length === 0) return links
  const ends = new Set(links.flatMap(({ source, target }) => [source, target]))
  const seen = new Set(await idsInSight([...ends], context, caller))
  return links.filter(({ source, target }) => seen.has(source) && seen.has(target))
}

/** COM14: ten thousand ids would fill the answer. */
const mostLinked = 100

export const memoryView = z.object({
  id: z.string(),
  content: z.string(),
  memory_type: z.enum(memoryTypes),
  activation_state: z.enum(activationStates),
  activation_level: z.number(),
  linked_ids: z.array(z.string()),
  /** Of a hub, whose links are too many to list. */
  link_count: z.int().optional(),
  tags: z.array(z.string()),
})

/** A memory as the workspace shows it. `links` are those at it that the caller sees, or more. */
export function viewOf(
  memory: StoredMemory,
  workspace: Workspace,
  links: readonly Edge[],
): z.output<typeof memoryView> {
  const linked = linkedIds(memory.id, links)
  return {
    id: memory.id,
    // WSP1: an entity's text is its name, summary and details, or what it was stored with.
    content: memory.text,
    memory_type: toMemoryType(memory.kind),
    activation_state: activationStateOf(workspace, memory.id),
    activation_level: rounded(levelOf(workspace, memory.id)),
    linked_ids: linked.slice(0, mostLinked),
    ...(linked.length > mostLinked ? { link_count: linked.length } : {}),
    tags: [...memory.tags],
  }
}

/** WSP7: of the last competition; of one that has not competed since it came to the buffer, how it came there. */
function levelOf({ slots, buffer, levels }: Workspace, id: string): number {
  return (
    slots.find((slot) => slot?.id === id)?.level ??
    levels[id] ??
    buffer.find((entry) => entry.id === id)?.activation ??
    0
  )
}

/** Of those that are there, in sight and still hold. */
export async function readViews(
  ids: readonly string[],
  workspace: Workspace,
  context: OperationContext,
  caller: Caller,
): Promise<ReadonlyMap<string, z.output<typeof memoryView>>> {
  const [stored, links] = await Promise.all([context.memories.get(ids), linksInSight(ids, context, caller)])
  const held = stored.flatMap((memory) => (memory !== undefined && holds(memory, caller) ? [memory] : []))
  return new Map(held.map((memory) => [memory.id, viewOf(memory, workspace, links)]))
}

/** Every slot in its place, also empty. */
export async function readSlots(workspace: Workspace, context: OperationContext, caller: Caller) {
  const views = await readViews(occupantIds(workspace), workspace, context, caller)
  return workspace.slots.map((slot, place) => {
    const view = slot === null ? undefined : views.get(slot.id)
    if (slot === null || view === undefined) return { slot: place + 1, id: null }
    return { slot: place + 1, ...view, admitted_at: formatTime(slot.admittedAt) }
  })
}

/** What was superseded, hidden or forgotten meanwhile is not thought of any more. */
export const holds = (memory: StoredMemory, caller: Caller): boolean =>
  memory.validTo === null && memory.state === 'active' && isInSight(memory, caller)
