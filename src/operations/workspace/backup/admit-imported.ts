import { ignitionThreshold } from '../../../memory/workspace/competition/compete.js'
import { enterBuffer } from '../../../memory/workspace/state/buffer.js'
import { admit, occupantIds } from '../../../memory/workspace/state/slots.js'
import type { StoreCoordinator } from '../../../ports/store/coordinate.js'
import type { MemoryReader } from '../../../ports/store/read.js'
import type { MemoryWriter } from '../../../ports/store/write.js'
import type { Caller } from '../../machinery/caller.js'
import type { Using } from '../../machinery/operation-context.js'
import { updateWorkspace } from '../cycle/load-workspace.js'
import { sameTextsAmong } from '../cycle/same-texts.js'
import { holds } from '../cycle/views.js'

/** Of a long import only the first try the slots. */
const maxAdmitted = 100

/** Imported memories take free slots, then the buffer, with the level of the ignition threshold until they compete. */
export async function admitImported(
  ids: readonly string[],
  context: Using<MemoryReader & MemoryWriter & StoreCoordinator, 'clock' | 'embedder' | 'noteUses' | 'signal'>,
  caller: Caller,
): Promise<void> {
  if (ids.length === 0) return
  const now = context.clock.now()
  const found = await context.memories.get(ids)
  const current = found.flatMap((memory) => (memory !== undefined && holds(memory, caller) ? [memory.id] : []))
  const admitted = await updateWorkspace(context, caller, async (before) => {
    const [first, others] = [current.slice(0, maxAdmitted), current.slice(maxAdmitted)]
    const same = await sameTextsAmong([...occupantIds(before), ...first], context, caller)
    const seated = first.reduce(
      (state, id) => admit(state, { id, level: ignitionThreshold, sameAs: same.get(id) ?? [] }, now),
      before,
    )
    const waiting = others.map((id) => ({ id, activation: ignitionThreshold }))
    const workspace = enterBuffer(seated, waiting, now)
    const previous = new Set(occupantIds(before))
    return { workspace, result: occupantIds(workspace).filter((id) => !previous.has(id)) }
  })
  // WSP7: being admitted is a use.
  const uses = admitted.map((id) => ({ id, at: now, grade: 'access' as const }))
  context.noteUses(uses, [])
}
