import { ignitionThreshold } from '../../../memory/workspace/competition/compete.js'
import { admit, occupantIds } from '../../../memory/workspace/state/slots.js'
import type { StoreCoordinator } from '../../../ports/store/coordinate.js'
import type { MemoryReader } from '../../../ports/store/read.js'
import type { MemoryWriter } from '../../../ports/store/write.js'
import type { Caller } from '../../machinery/caller.js'
import type { Using } from '../../machinery/operation-context.js'
import { updateWorkspace } from '../cycle/load-workspace.js'
import { holds } from '../cycle/views.js'

/** Imported memories take free slots, then the buffer, with the level of the ignition threshold until they compete. */
export async function admitImported(
  ids: readonly string[],
  context: Using<MemoryReader & MemoryWriter & StoreCoordinator, 'clock' | 'noteUses' | 'signal'>,
  caller: Caller,
): Promise<void> {
  if (ids.length === 0) return
  const now = context.clock.now()
  const found = await context.memories.get(ids)
  const current = found.flatMap((memory) => (memory !== undefined && holds(memory, caller) ? [memory.id] : []))
  const admitted = await updateWorkspace(context, caller, (before) => {
    const workspace = current.reduce((state, id) => admit(state, { id, level: ignitionThreshold }, now), before)
    const previous = new Set(occupantIds(before))
    return { workspace, result: occupantIds(workspace).filter((id) => !previous.has(id)) }
  })
  // WSP7: being admitted is a use.
  const uses = admitted.map((id) => ({ id, at: now, grade: 'access' as const }))
  context.noteUses(uses, [])
}
