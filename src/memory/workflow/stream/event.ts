import type { Json, JsonObject } from '../../memory.js'
import { formatTime } from '../../time.js'

export type EventType = 'progress' | 'status' | 'memories' | 'complete' | 'error'

/** WSS1. `id` is the cursor: it counts a workflow's events. */
export interface WorkflowEvent {
  readonly id: number
  readonly workflowId: string
  readonly messageId: string
  readonly type: EventType
  readonly message: string
  readonly data: JsonObject | null
  readonly at: number
}

/** What a step says; the step gives it its id. */
export type Said = Pick<WorkflowEvent, 'type' | 'message' | 'data'>

/** WSS3: nothing of its run comes after it. */
export const endsRun = ({ type, data }: Said): boolean =>
  type === 'complete' || type === 'error' || (type === 'status' && data?.status === 'cancelled')

/** WSS4: what `final_only` leaves. */
export const isFinalEvent = (event: Said): boolean => event.type === 'memories' || endsRun(event)

/** WSS1: `data` only where there is some. */
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
