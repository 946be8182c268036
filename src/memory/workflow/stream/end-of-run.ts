import type { JsonObject } from '../../memory.js'
import type { Run } from '../conversation/run.js'
import type { NewEvent, WorkflowEvent } from './event.js'

/** WSS3: the events that end a run; none while it is going. */
export function endEventsOf({
  status,
  output,
  failure,
}: Pick<Run, 'status' | 'output' | 'failure'>): readonly NewEvent[] {
  switch (status) {
    case 'completed':
      return [
        // The cast only adds the index signature that interfaces lack: the output is plain JSON.
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

/** WFL8: rebuilds the end events from the stored output, with their original ids and time. */
export function rebuildEnd(run: Run): readonly WorkflowEvent[] {
  return endEventsOf(run).map((event, at) => ({
    ...event,
    id: run.endEventIds[at]!,
    workflowId: run.workflowId,
    messageId: run.messageId,
    at: run.endedAt ?? run.startedAt,
  }))
}
