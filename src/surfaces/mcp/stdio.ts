import type { JSONRPCMessage, McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { guardFrames } from './frame-guard.js'
import { createListening } from './listening.js'
import { createPendingRequests } from './pending-requests.js'
import type { Subscriptions } from './subscriptions.js'

/** Whoever pipes requests in and closes gets the answers; whoever died is not waited for much longer. */
const patienceMs = 3_000

interface StdioOptions {
  readonly subscriptions: Subscriptions
  /** The client has gone: end. */
  readonly onClose: () => void
  readonly onError: (error: Error) => void
}

/** stdout belongs to the protocol; whoever logs, logs to stderr. */
export function serveMcpOverStdio(create: () => McpServer, { subscriptions, onClose, onError }: StdioOptions): void {
  const pending = createPendingRequests()
  const listening = createListening(subscriptions)
  const input = guardFrames(process.stdin, process.stdout, {
    onRequest(id, method) {
      pending.opened(id)
      listening.asked(id, method)
    },
    onCancelled(id) {
      pending.answered(id)
      listening.cancelled(id)
    },
    beforeEnd: () => pending.whenIdle(patienceMs),
  })
  const transport = new StdioServerTransport(input, process.stdout, { maxBufferSize: Number.MAX_SAFE_INTEGER })
  const send = transport.send.bind(transport)
  async function answer(message: JSONRPCMessage): Promise<void> {
    await send(message)
    if ('id' in message && message.id != null && !('method' in message)) pending.answered(message.id)
  }
  transport.send = async (message) => {
    const subscribed = listening.acknowledged(message)
    if (subscribed === undefined) return answer(message)
    const { id, opened } = subscribed
    pending.answered(id)
    // Not waited for: the client's next messages are read meanwhile.
    opened
      .then(
        () => answer(message),
        ({ message: text }: Error) => answer({ jsonrpc: '2.0', id, error: { code: -32603, message: text } }),
      )
      .catch(onError)
  }
  serveStdio(create, { transport, onerror: onError })
  input.once('end', onClose)
  input.once('close', onClose)
  process.stdout.once('error', onClose)
}
