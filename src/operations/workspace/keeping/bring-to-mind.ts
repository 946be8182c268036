import { ignitionThreshold } from '../../../memory/workspace/competition/compete.js'
import { admit, occupantIds } from '../../../memory/workspace/state/slots.js'
import type { Caller } from '../../caller.js'
import type { OperationContext } from '../../operation-context.js'
import { changeMind } from '../mind.js'
import { holds } from '../views.js'

/** What came in takes free slots, then the buffer: as strong as a newcomer must be, until it competes. */
export async function bringToMind(ids: readonly string[], context: OperationContext, caller: Caller): Promise<void> {
  if (ids.length === 0) return
  const now = context.clock.now()
  const found = await context.memories.get(ids)
  const current = found.flatMap((memory) => (memory !== undefined && holds(memory, caller) ? [memory.id] : []))
  const admitted = await changeMind(context, caller, (before) => {
    const workspace = current.reduce((mind, id) => admit(mind, { id, level: ignitionThreshold }, now), before)
    const was = new Set(occupantIds(before))
    return { workspace, result: occupantIds(workspace).filter((id) => !was.has(id)) }
  })
  // WSP7: being admitted is a use.
  context.noteUses(
    admitted.map((id) => ({ id, at: now, grade: 'access' })),
    [],
  )
}
