import type { Server } from 'node:http'

/** Closes connections whose client does not read the response; an idle stream stays open. */
export function closeStalledConnections(server: Server, timeoutMs: number): void {
  // Node's connection timer restarts with every byte that is read or written.
  server.timeout = timeoutMs
  server.on('request', (_request, response) => {
    // With a listener, Node does not close the connection itself: it may be waiting for our response.
    response.on('timeout', (socket) => {
      if (socket.writableLength > 0) socket.destroy()
    })
  })
}
