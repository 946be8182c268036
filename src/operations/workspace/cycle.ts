import type { StoredMemory } from '../../memory/memory.js'
import { toMemoryType } from '../../memory/moving/memory-type.js'
import { type Broadcast, toRecord } from '../../memory/workspace/broadcast.js'
import { compete } from '../../memory/workspace/competition/compete.js'
import { activateLinked } from '../../memory/workspace/competition/link-activation.js'
import { bufferCapacity, enterLinked } from '../../memory/workspace/state/buffer.js'
import { occupantIds, seatWinners } from '../../memory/workspace/state/slots.js'
import { slotCount, type Workspace } from '../../memory/workspace/state/workspace.js'
import { type Caller, homeOf } from '../caller.js'
import type { OperationContext } from '../operation-context.js'
import { currentIdsInSight } from '../reading.js'
import { type Arena, enterArena } from './competitors.js'
import { changeMind } from './mind.js'

/** One cycle: all compete, the winners take their seats, what they are linked to comes to the edge of attention. */
export async function runCycle(context: OperationContext, caller: Caller): Promise<Broadcast> {
  homeOf(caller)
  const broadcast = await changeMind(context, caller, async (before) => {
    const arena = await enterArena(before, context, caller)
    const now = arena.competition.now
    const seated = seatWinners(arena.workspace, compete({ ...arena.competition, slots: slotCount }), now)
    const next = enterLinked(seated, await linkedTo(seated, arena, context, caller), now)
    const result = toBroadcast(before, next, arena)
    return { workspace: { ...next, lastBroadcast: toRecord(result) }, result }
  })
  // WSP7: being admitted is a use.
  const { admitted, at } = broadcast
  context.noteUses(
    admitted.map((id) => ({ id, at, grade: 'access' })),
    [],
  )
  return broadcast
}

/** WSP6: the strongest that fit the buffer, of those that the caller may think of. */
async function linkedTo(seated: Workspace, { edges }: Arena, context: OperationContext, caller: Caller) {
  const occupants = seated.slots.flatMap((slot) => (slot === null ? [] : [{ id: slot.id, level: slot.level }]))
  const activated = activateLinked({ occupants, links: edges })
  // A hub has thousands: a few more than fit are looked at, in case some are out of sight.
  const nearest = activated.slice(0, bufferCapacity * 2)
  const inSight = new Set(
    await currentIdsInSight(
      nearest.map(({ id }) => id),
      context,
      caller,
    ),
  )
  return nearest.filter(({ id }) => inSight.has(id)).slice(0, bufferCapacity)
}

function toBroadcast(before: Workspace, after: Workspace, { memories, competition }: Arena): Broadcast {
  const was = new Set(occupantIds(before))
  const is = occupantIds(after)
  return {
    ...tell(after, memories, competition.now),
    admitted: is.filter((id) => !was.has(id)),
    evicted: [...was].filter((id) => !is.includes(id)),
  }
}

/** What is in mind as it is, without a cycle. */
export function tell(
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
