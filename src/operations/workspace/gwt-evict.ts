import { z } from 'zod'
import { activationStates } from '../../memory/moving/memory-type.js'
import { evict, occupantIds } from '../../memory/workspace/state/slots.js'
import { activationStateOf } from '../../memory/workspace/state/workspace.js'
import { homeOf } from '../caller.js'
import * as fields from '../fields.js'
import { defineOperation } from '../operation.js'
import { changeMind } from './mind.js'

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
  async run({ item_id }, context, caller) {
    homeOf(caller)
    return changeMind(context, caller, (before) => {
      const inside = occupantIds(before).find((id) => item_id.includes(id))
      const id = inside ?? item_id[0]
      const workspace = inside === undefined ? before : evict(before, inside, context.clock.now())
      const status = inside === undefined ? ('not_found' as const) : ('ok' as const)
      return { workspace, result: { status, id, activation_state: activationStateOf(workspace, id) } }
    })
  },
})
