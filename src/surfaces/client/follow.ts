import { unreachable } from './failures.js'
import { endsRun, type WorkflowFrame } from './frame.js'
import { openSocket, quiet, type SocketEnd } from './open-socket.js'
import type { Remote } from './remote.js'
import { refusalOf } from './socket-refusal.js'
import { wait } from './wait.js'
import type { WebSocketConstructor } from './web-socket.js'

export interface FollowOptions {
  /** The `id` of a frame: everything after it, until nothing runs any more. 0 is the whole conversation. */
  readonly cursor?: number
  /** No progress, only how it ends. */
  readonly finalOnly?: boolean
  readonly signal?: AbortSignal
  /** How often in a row to come back in vain; 10 unless told, which takes about a minute. */
  readonly reconnects?: number
  /** A connection on which nothing was heard for so long is made anew; a minute unless told. */
  readonly quietMs?: number
}

const firstDelayMs = 250
const longestDelayMs = 10_000

/** Half of it is chance: clients that lost the same server do not come back together. */
const delayAfter = (failures: number): number =>
  Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - 1)) * (0.5 + Math.random() / 2)

/**
 * The stream over as many connections as it takes, every frame once and in order (WSS2): the latest message to its end;
 * with a cursor, until the server says that there is nothing more. Leaving the loop cancels nothing.
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
        // The server's, which says so in its schema.
        const frame = event.said as WorkflowFrame
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
    // One that held for a while was a good one, though nothing happened on it.
    else if (openForMs >= longestDelayMs) failures = 0
    failures++
    if (failures > reconnects) throw unreachable(remote.name)
    await wait(delayAfter(failures), signal)
  }
}

/** What the server says besides the stream has the id of what it said last, or is of no message. */
const isOfStream = ({ id, message_id }: WorkflowFrame, seen = 0): boolean => message_id !== null && id > seen

function streamPath(workflowId: string, cursor: number | undefined, finalOnly: boolean): string {
  const query = `?final_only=${finalOnly}${cursor === undefined ? '' : `&cursor=${cursor}`}`
  return `workflow/ws/${encodeURIComponent(workflowId)}${query}`
}
