import type { RunStatus } from '../../memory/workflow/conversation/run.js'
import { timedOut, unreachable } from './failures.js'
import { openSocket, quiet } from './open-socket.js'
import type { Remote } from './remote.js'
import { refusalOf } from './socket-refusal.js'
import type { WebSocketConstructor } from './web-socket.js'
import { WorkflowError } from './workflow-error.js'

/** The state of the conversation's latest message after the call. */
export interface Cancelled {
  readonly message_id: string
  readonly status: RunStatus
}

/** A frame of the stream, or a notice that only the canceller gets. */
interface Reply {
  readonly type: 'memories' | 'complete' | 'status' | 'error'
  readonly message_id: string
  readonly message: string
  readonly data?: { readonly status?: RunStatus; readonly code?: string }
}

/** WSS5: cancels for all clients; returns the state if the message has already ended. Never retried, because another message may run by then. */
export async function cancelWorkflow(
  workflowId: string,
  signal: AbortSignal | undefined,
  remote: Remote,
  WebSocket: WebSocketConstructor | undefined,
): Promise<Cancelled> {
  const path = `workflow/ws/${encodeURIComponent(workflowId)}?final_only=true&from=latest`
  const socket = openSocket(path, remote, WebSocket, { signal, command: 'cancel', quietMs: remote.timeoutMs })
  try {
    for (;;) {
      const event = await socket.next()
      if ('code' in event) {
        if (event.code === quiet) throw timedOut(remote.name, remote.timeoutMs)
        if (event.openForMs === undefined) await remote.assertAdmitted(signal)
        throw refusalOf(event) ?? unreachable(remote.name)
      }
      // The server's schema has this shape.
      const reply = event.data as Reply
      if (reply.data?.code === 'FORBIDDEN') throw new WorkflowError('FORBIDDEN', reply.message)
      const status = statusIn(reply)
      if (status !== undefined) return { message_id: reply.message_id, status }
    }
  } finally {
    socket.close()
  }
}

/** A frame without a message precedes a close, whose code says more. */
function statusIn({ type, message_id, data }: Reply): RunStatus | undefined {
  if (message_id === null) return undefined
  if (type === 'status') return data?.status
  if (type === 'complete') return 'completed'
  return type === 'error' ? 'failed' : undefined
}
