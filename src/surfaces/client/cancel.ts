import type { RunStatus } from '../../memory/workflow/conversation/run.js'
import { tooLate, unreachable } from './failures.js'
import { openSocket, quiet } from './open-socket.js'
import type { Remote } from './remote.js'
import { refusalOf } from './socket-refusal.js'
import type { WebSocketConstructor } from './web-socket.js'
import { WorkflowError } from './workflow-error.js'

/** How the latest message of a conversation stands after the call. */
export interface Cancelled {
  readonly message_id: string
  readonly status: RunStatus
}

/** What the server says to the one who cancels, besides what the stream tells everybody. */
interface Said {
  readonly type: 'memories' | 'complete' | 'status' | 'error'
  readonly message_id: string
  readonly message: string
  readonly data?: { readonly status?: RunStatus; readonly code?: string }
}

/** WSS5: for everyone; what is over only tells its state. Not repeated: by then another message may run. */
export async function cancelWorkflow(
  workflowId: string,
  signal: AbortSignal | undefined,
  remote: Remote,
  WebSocket: WebSocketConstructor | undefined,
): Promise<Cancelled> {
  const path = `workflow/ws/${encodeURIComponent(workflowId)}?final_only=true`
  const socket = openSocket(path, remote, WebSocket, { signal, command: 'cancel', quietMs: remote.timeoutMs })
  try {
    for (;;) {
      const event = await socket.next()
      if ('code' in event) {
        if (event.code === quiet) throw tooLate(remote.name, remote.timeoutMs)
        if (event.openForMs === undefined) await remote.assertAdmitted(signal)
        throw refusalOf(event) ?? unreachable(remote.name)
      }
      // The server's, which says so in its schema.
      const said = event.said as Said
      if (said.data?.code === 'FORBIDDEN') throw new WorkflowError('FORBIDDEN', said.message)
      const status = statusIn(said)
      if (status !== undefined) return { message_id: said.message_id, status }
    }
  } finally {
    socket.close()
  }
}

/** What the server says as it closes is of no message: why it closes tells more. */
function statusIn({ type, message_id, data }: Said): RunStatus | undefined {
  if (message_id === null) return undefined
  switch (type) {
    case 'status':
      return data?.status
    case 'complete':
      return 'completed'
    case 'error':
      return 'failed'
    case 'memories':
      return undefined
  }
}
