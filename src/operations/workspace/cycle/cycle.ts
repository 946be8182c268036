import { toMemoryType } from '../../../memory/import-export/memory-type.js'
import type { StoredMemory } from '../../../memory/memory.js'
import { type Broadcast, toBroadcastRecord } from '../../../memory/workspace/broadcast.js'
import { compete } from '../../../memory/workspace/competition/compete.js'
import { activateLinked } from '../../../memory/workspace/competition/link-activation.js'
import { bufferCapacity, enterLinked } from '../../../memory/workspace/state/buffer.js'
import { assignSlots, occupantIds } from '../../../memory/workspace/state/slots.js'
import { slotCount, type Workspace } from '../../../memory/workspace/state/workspace.js'
import type { MemoryReader } from '../../../ports/store/read.js'
import { type Caller, writeScope } from '../../machinery/caller.js'
import type { OperationContext, Using } from '../../machinery/operation-context.js'
import { currentVisibleIds } from '../../writing/read-visible.js'
import { type LoadedCompetition, loadCompetition } from './competitors.js'
import { updateWorkspace } from './load-workspace.js'

/** Runs one cycle: candidates compete, the winners take the slots, and memories linked to them enter the buffer. */
export async function runCycle(context: OperationContext, caller: Caller): Promise<Broadcast> {
  writeScope(caller)
  const broadcast = await updateWorkspace(context, caller, async (before) => {
    const arena = await loadCompetition(before, context, caller)
    const now = arena.competition.now
    const seated = assignSlots(arena.workspace, compete({ ...arena.competition, slots: slotCount }), now)
    const next = enterLinked(seated, await linkedTo(seated, arena, context, caller), now)
    const result = toBroadcast(before, next, arena)
    return { workspace: { ...next, lastBroadcast: toBroadcastRecord(result) }, result }
  })
  // WSP7: being admitted is a use.
  const uses = broadcast.admitted.map((id) => ({ id, at: broadcast.at, grade: 'access' as const }))
  context.noteUses(uses, [])
  return broadcast
}

/** WSP6: the strongest linked memories that fit the buffer and are visible to the caller. */
async function linkedTo(seated: Workspace, { edges }: LoadedCompetition, context: Using<MemoryReader>, caller: Caller) {
  const occupants = seated.slots.flatMap((slot) => (slot === null ? [] : [{ id: slot.id, level: slot.level }]))
  const activated = activateLinked({ occupants, links: edges })
  // A hub has thousands of links: checks twice as many as fit, since some may be invisible.
  const nearest = activated.slice(0, bufferCapacity * 2)
  const ids = nearest.map(({ id }) => id)
  const visible = new Set(await currentVisibleIds(ids, context, caller))
  return nearest.filter(({ id }) => visible.has(id)).slice(0, bufferCapacity)
}

function toBroadcast(before: Workspace, after: Workspace, { memories, competition }: LoadedCompetition): Broadcast {
  const previous = new Set(occupantIds(before))
  const current = occupantIds(after)
  return {
    ...describeWorkspace(after, memories, competition.now),
    admitted: current.filter((id) => !previous.has(id)),
    evicted: [...previous].filter((id) => !current.includes(id)),
  }
}

/** Describes the slots as they are, without a cycle. */
export function describeWorkspace(
  { cycle, slots, goals }: Workspace,
  memories: ReadonlyMap<string, StoredMemory>,
  now: number,
): Broadcast {
  return {
    cycle,
    at: now,
    capacity: slots.length,
    goals: goals.map(({ description, priority }) => ({ description, priority })),
    items: slots.flatMap((slot, place) => {
      const memory = slot === null ? undefined : memories.get(slot.id)
      if (slot === null || memory === undefined) return []
      const { id, level } = slot
      return [{ slot: place + 1, id, memory_type: toMemoryType(memory.kind), level, content: memory.text }]
    }),
    admitted: [],
    evicted: [],
  }
}
