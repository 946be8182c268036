import { unreachable } from './failures.js'
import { endsRun, type WorkflowFrame } from './frame.js'
import { openSocket, quiet, type SocketEnd } from './open-socket.js'
import type { Remote } from './remote.js'
import { refusalOf } from './socket-refusal.js'
import { wait } from './wait.js'
import type { WebSocketConstructor } from './web-socket.js'

export interface FollowOptions {
  /** The `id` of a frame: sends everything after it until no run is left. 0 is the whole conversation. */
  readonly cursor?: number
  /** Only the end of each message, without progress. */
  readonly finalOnly?: boolean
  readonly signal?: AbortSignal
  /** Failed reconnects in a row before giving up; default 10, about a minute. */
  readonly reconnects?: number
  /** A connection without any message for this long is reopened; default one minute. */
  readonly quietMs?: number
}

const firstDelayMs = 250
const maxDelayMs = 10_000

/** Exponential backoff with jitter, so that clients of one server do not reconnect at the same moment. */
const delayAfter = (failures: number): number =>
  Math.min(maxDelayMs, firstDelayMs * 2 ** (failures - 1)) * (0.5 + Math.random() / 2)

/**
 * The stream over as many connections as needed, every frame once and in order (WSS2). It follows the latest message to its
 * end or, with a cursor, until the server closes the stream. Leaving the loop cancels nothing.
 */
export async function* followWorkflow(
  workflowId: string,
  { cursor, finalOnly = false, signal, reconnects = 10, quietMs = 60_000 }: FollowOptions,
  remote: Remote,
  WebSocket: WebSocketConstructor | undefined,
): AsyncGenerator<WorkflowFrame, void, undefined> {
  let seen = cursor
  let failures = 0
  for (;;) {
    const socket = openSocket(streamPath(workflowId, seen, finalOnly), remote, WebSocket, { signal, quietMs })
    let end: SocketEnd
    try {
      for (;;) {
        const event = await socket.next()
        if ('code' in event) {
          end = event
          break
        }
        // The server's schema has this shape.
        const frame = event.data as WorkflowFrame
        if (!isOfStream(frame, seen)) continue
        seen = frame.id
        failures = 0
        yield frame
        if (cursor === undefined && endsRun(frame)) return
      }
    } finally {
      socket.close()
    }
    if (end.code === 1000) return
    const refusal = refusalOf(end)
    if (refusal !== undefined) throw refusal
    const { openForMs } = end
    if (openForMs === undefined) await remote.assertAdmitted(signal)
    else if (end.code === quiet) continue
    // A connection that held for a while counts as a success, even without frames.
    else if (openForMs >= maxDelayMs) failures = 0
    failures++
    if (failures > reconnects) throw unreachable(remote.name)
    await wait(delayAfter(failures), signal)
  }
}

/** Notices outside the stream repeat the last id or belong to no message. */
const isOfStream = ({ id, message_id }: WorkflowFrame, seen = 0): boolean => message_id !== null && id > seen

function streamPath(workflowId: string, cursor: number | undefined, finalOnly: boolean): string {
  const start = cursor === undefined ? 'from=latest' : `cursor=${cursor}`
  const query = `?final_only=${finalOnly}&${start}`
  return `workflow/ws/${encodeURIComponent(workflowId)}${query}`
}
