import type { Json, JsonObject } from '../../memory.js'
import { formatTime } from '../../time.js'

export type EventType = 'progress' | 'status' | 'memories' | 'complete' | 'error'

/** WSS1. `id` is the cursor: it numbers the events of a workflow. */
export interface WorkflowEvent {
  readonly id: number
  readonly workflowId: string
  readonly messageId: string
  readonly type: EventType
  readonly message: string
  readonly data: JsonObject | null
  readonly at: number
}

/** An event before its step gives it an id. */
export type NewEvent = Pick<WorkflowEvent, 'type' | 'message' | 'data'>

/** WSS3: the last event of its run. */
export const endsRun = ({ type, data }: NewEvent): boolean =>
  type === 'complete' || type === 'error' || (type === 'status' && data?.status === 'cancelled')

/** WSS4: the events that `final_only` sends. */
export const isFinalEvent = (event: NewEvent): boolean => event.type === 'memories' || endsRun(event)

/** WSS1: the frame has `data` only if the event has some. */
export function toFrame({ id, messageId, type, message, data, at }: WorkflowEvent): Readonly<Record<string, Json>> {
  return {
    id,
    message_id: messageId,
    type,
    message,
    ...(data === null ? {} : { data }),
    timestamp: formatTime(at),
  }
}
