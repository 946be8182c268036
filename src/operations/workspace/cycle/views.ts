import { z } from 'zod'
import { activationStates, memoryTypes, toMemoryType } from '../../../memory/import-export/memory-type.js'
import type { Edge, StoredMemory } from '../../../memory/memory.js'
import { isStructural } from '../../../memory/semantic/links.js'
import { formatTime } from '../../../memory/time.js'
import { bufferCapacity } from '../../../memory/workspace/state/buffer.js'
import { occupantIds } from '../../../memory/workspace/state/slots.js'
import { activationStateOf, type Workspace } from '../../../memory/workspace/state/workspace.js'
import type { MemoryGraph } from '../../../ports/store/graph.js'
import type { MemoryReader } from '../../../ports/store/read.js'
import { type Caller, isVisible, scopeOf } from '../../machinery/caller.js'
import type { Using } from '../../machinery/operation-context.js'
import { rounded } from '../../machinery/rounded.js'
import { visibleIds } from '../../writing/read-visible.js'

/** Ids at the other ends of a memory's links, in no particular order; structural edges are not links. */
export function linkedIds(id: string, edges: readonly Edge[]): string[] {
  const ends = edges.flatMap(({ source, target, type }) => {
    if (isStructural(type)) return []
    if (source === id) return [target]
    return target === id ? [source] : []
  })
  return [...new Set(ends)].filter((end) => end !== id)
}

/** COM3: links of these memories whose other end is visible, too. */
export async function visibleLinks(
  ids: readonly string[],
  context: Using<MemoryGraph & MemoryReader>,
  caller: Caller,
): Promise<readonly Edge[]> {
  const links = (await context.memories.neighbours(ids)).filter(({ type }) => !isStructural(type))
  const seesAll = Object.keys(scopeOf(caller)).length === 0
  if (seesAll || links.length === 0) return links
  const ends = new Set(links.flatMap(({ source, target }) => [source, target]))
  const seen = new Set(await visibleIds([...ends], context, caller))
  return links.filter(({ source, target }) => seen.has(source) && seen.has(target))
}

/** COM14: a hub's ids would fill the answer. */
const maxLinked = 100

export const memoryView = z.object({
  id: z.string(),
  content: z.string(),
  memory_type: z.enum(memoryTypes),
  activation_state: z.enum(activationStates),
  activation_level: z.number(),
  linked_ids: z.array(z.string()),
  /** Present when there are too many links to list. */
  link_count: z.int().optional(),
  tags: z.array(z.string()),
})

/** A memory as the workspace shows it. `links` contains its visible links, and may contain others. */
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
    linked_ids: linked.slice(0, maxLinked),
    ...(linked.length > maxLinked ? { link_count: linked.length } : {}),
    tags: [...memory.tags],
  }
}

/** WSP7: the level in the last competition; before the first one, the activation in the buffer. */
function levelOf({ slots, buffer, levels }: Workspace, id: string): number {
  return (
    slots.find((slot) => slot?.id === id)?.level ??
    levels[id] ??
    buffer.find((entry) => entry.id === id)?.activation ??
    0
  )
}

/** Views of those memories that exist, are visible and current. */
export async function readViews(
  ids: readonly string[],
  workspace: Workspace,
  context: Using<MemoryReader & MemoryGraph>,
  caller: Caller,
): Promise<ReadonlyMap<string, z.output<typeof memoryView>>> {
  const [stored, links] = await Promise.all([context.memories.get(ids), visibleLinks(ids, context, caller)])
  const held = stored.flatMap((memory) => (memory !== undefined && holds(memory, caller) ? [memory] : []))
  return new Map(held.map((memory) => [memory.id, viewOf(memory, workspace, links)]))
}

/** All slots in order, including empty ones. */
export async function readSlots(workspace: Workspace, context: Using<MemoryReader & MemoryGraph>, caller: Caller) {
  const views = await readViews(occupantIds(workspace), workspace, context, caller)
  return workspace.slots.map((slot, place) => {
    const view = slot === null ? undefined : views.get(slot.id)
    if (slot === null || view === undefined) return { slot: place + 1, id: null }
    return { slot: place + 1, ...view, admitted_at: formatTime(slot.admittedAt) }
  })
}

/** The cycle, and how full the workspace is. */
export function cycleCounts(workspace: Workspace) {
  const { cycle, goals, slots, buffer } = workspace
  return {
    cycle,
    goal_count: goals.length,
    capacity: slots.length,
    used: occupantIds(workspace).length,
    buffer_capacity: bufferCapacity,
    buffer_used: buffer.length,
  }
}

/** False for a memory that was superseded, hidden or forgotten meanwhile, or is not visible. */
export const holds = (memory: StoredMemory, caller: Caller): boolean =>
  memory.validTo === null && memory.state === 'active' && isVisible(memory, caller)
