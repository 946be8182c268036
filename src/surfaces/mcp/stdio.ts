import type { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { guardFrames } from './frame-guard.js'
import { createPendingRequests } from './pending-requests.js'

/** Whoever pipes requests in and closes gets the answers; whoever died is not waited for much longer. */
const patienceMs = 3_000

interface StdioOptions {
  /** The client has gone: end. */
  readonly onClose: () => void
  readonly onError: (error: Error) => void
}

/** stdout belongs to the protocol; whoever logs, logs to stderr. */
export function serveMcpOverStdio(create: () => McpServer, { onClose, onError }: StdioOptions): void {
  const pending = createPendingRequests()
  const input = guardFrames(process.stdin, process.stdout, {
    onRequest: pending.opened,
    beforeEnd: () => pending.whenIdle(patienceMs),
  })
  const transport = new StdioServerTransport(input, process.stdout, { maxBufferSize: Number.MAX_SAFE_INTEGER })
  const send = transport.send.bind(transport)
  transport.send = async (message) => {
    await send(message)
    if ('id' in message && message.id != null && !('method' in message)) pending.answered(message.id)
  }
  serveStdio(create, { transport, onerror: onError })
  input.once('end', onClose)
  input.once('close', onClose)
  process.stdout.once('error', onClose)
}
