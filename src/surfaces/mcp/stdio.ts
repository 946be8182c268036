import { type JSONRPCMessage, type McpServer, parseJSONRPCMessage } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { toClientMessage } from './client-message.js'
import { createListenRequests } from './listen-requests.js'
import { createPendingRequests } from './pending-requests.js'
import { readFrames } from './read-frames.js'
import type { Subscriptions } from './subscriptions.js'

/** A client that pipes requests in and closes its end still gets the responses; a dead one delays the exit by this long. */
const drainTimeoutMs = 3_000

interface StdioOptions {
  readonly subscriptions: Subscriptions
  /** The client has disconnected. */
  readonly onClose: () => void
  readonly onError: (error: Error) => void
}

/** stdout carries the protocol only; logs go to stderr. */
export function serveMcpOverStdio(create: () => McpServer, { subscriptions, onClose, onError }: StdioOptions): void {
  const pending = createPendingRequests()
  const listening = createListenRequests(subscriptions)

  function track(message: object): void {
    const { id, ...classified } = toClientMessage(message)
    if (id !== undefined) {
      pending.opened(id)
      if (classified.kind === 'listen') listening.received(id)
    }
    if (classified.kind === 'cancel') {
      pending.answered(classified.requestId)
      listening.cancelled(classified.requestId)
    }
  }

  const input = readFrames(process.stdin, process.stdout, {
    onMessage(message) {
      track(message)
      try {
        transport.onmessage?.(parseJSONRPCMessage(message))
      } catch (error) {
        transport.onerror?.(error as Error)
      }
    },
    beforeEnd: () => pending.whenIdle(drainTimeoutMs),
  })
  // The SDK's transport sends and closes; it gets its messages parsed, from readFrames.
  const transport = new StdioServerTransport(input, process.stdout)
  const send = transport.send.bind(transport)
  async function respond(message: JSONRPCMessage): Promise<void> {
    await send(message)
    if ('id' in message && message.id != null && !('method' in message)) pending.answered(message.id)
  }
  transport.send = async (message) => {
    const subscribed = listening.acknowledged(message)
    if (subscribed === undefined) return respond(message)
    const { id, opened } = subscribed
    pending.answered(id)
    // Not awaited, so that the client's next messages are read meanwhile.
    opened
      .then(
        () => respond(message),
        ({ message: text }: Error) => respond({ jsonrpc: '2.0', id, error: { code: -32603, message: text } }),
      )
      .catch(onError)
  }
  serveStdio(create, { transport, onerror: onError })
  input.once('end', onClose)
  input.once('close', onClose)
  process.stdout.once('error', onClose)
}
