import { z } from 'zod'
import { defineOperation } from '../machinery/operation.js'
import type { OperationContext } from '../machinery/operation-context.js'

export const getSessionId = defineOperation({
  name: 'get_session_id',
  summary: 'Tell which session and project this connection acts in.',
  door: 'memory',
  effect: 'read',
  input: z.object({}),
  output: z.object({ session_id: z.string(), project: z.string().nullable() }),
  commandLine: { examples: [''] },
  async run(_input, _context: OperationContext, caller) {
    return { session_id: caller.session, project: caller.project }
  },
})
