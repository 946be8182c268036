import type { JsonObject } from '../../memory.js'
import type { Run } from '../conversation/run.js'
import type { Said, WorkflowEvent } from './event.js'

/** WSS3: what a run that is over says last. None while it goes. */
export function lastWordsOf({ status, output, failure }: Pick<Run, 'status' | 'output' | 'failure'>): readonly Said[] {
  switch (status) {
    case 'completed':
      return [
        // Plain data by its type; interfaces have no index signature, which is all that sets it apart from JSON.
        { type: 'memories', message: 'Memories retrieved', data: output as unknown as JsonObject },
        { type: 'complete', message: 'Workflow finished', data: null },
      ]
    case 'failed':
      return [
        {
          type: 'error',
          message: failure?.message ?? 'The run failed',
          data: { code: failure?.code ?? 'INTERNAL_ERROR' },
        },
      ]
    case 'cancelled':
      return [{ type: 'status', message: 'Workflow cancelled', data: { status: 'cancelled' } }]
    case 'running':
    case 'waiting_for_input':
      return []
  }
}

/** WFL8: the end as it was told, from the stored output, with the ids and the time it had. */
export function rebuildEnd(run: Run): readonly WorkflowEvent[] {
  return lastWordsOf(run).map((said, at) => ({
    ...said,
    id: run.endEventIds[at]!,
    workflowId: run.workflowId,
    messageId: run.messageId,
    at: run.endedAt ?? run.startedAt,
  }))
}
