import type { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { guardFrames } from './frame-guard.js'

interface StdioOptions {
  /** The client has gone: end. */
  readonly onClose: () => void
  readonly onError: (error: Error) => void
}

/** stdout belongs to the protocol; whoever logs, logs to stderr. */
export function serveMcpOverStdio(create: () => McpServer, { onClose, onError }: StdioOptions): void {
  const input = guardFrames(process.stdin, process.stdout)
  const transport = new StdioServerTransport(input, process.stdout, { maxBufferSize: Number.MAX_SAFE_INTEGER })
  serveStdio(create, { transport, onerror: onError })
  input.once('end', onClose)
  input.once('close', onClose)
  process.stdout.once('error', onClose)
}
