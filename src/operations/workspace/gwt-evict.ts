import { z } from 'zod'
import { activationStates } from '../../memory/import-export/memory-type.js'
import { evict } from '../../memory/workspace/state/slots.js'
import { activationStateOf } from '../../memory/workspace/state/workspace.js'
import type { StoreCoordinator } from '../../ports/store/coordinate.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import { writeScope } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Using } from '../machinery/operation-context.js'
import { updateWorkspace } from './cycle/load-workspace.js'

export const gwtEvict = defineOperation({
  name: 'gwt_evict',
  summary: 'Send a memory out of the workspace, to the edge of attention.',
  door: 'workspace',
  effect: 'write',
  input: z.object({ item_id: fields.anyId.describe('Id of a memory in a slot.') }),
  output: z.object({
    status: z.enum(['ok', 'not_found']),
    id: z.string(),
    activation_state: z.enum(activationStates),
  }),
  commandLine: {
    command: 'mind evict',
    positional: ['item_id'],
    examples: ['note-0190a5d0-7c1e-7f3a-9b60-3f1c2d4e5f60'],
  },
  async run({ item_id }, context: Using<MemoryWriter & StoreCoordinator & MemoryReader, 'clock' | 'signal'>, caller) {
    writeScope(caller)
    return updateWorkspace(context, caller, (before) => {
      // COM1: an id without its prefix may match several memories; at most one of them is in the workspace.
      const id = item_id.find((each) => activationStateOf(before, each) !== 'long_term') ?? item_id[0]
      const workspace = evict(before, id, context.clock.now())
      const status = workspace === before ? ('not_found' as const) : ('ok' as const)
      return { workspace, result: { status, id, activation_state: activationStateOf(workspace, id) } }
    })
  },
})
