import type { Server } from 'node:http'

/** Cuts off who asks and does not read the answer: a stream that has nothing to say is left as it is. */
export function cutOffStalledReaders(server: Server, patienceMs: number): void {
  // Node's own timer of a connection: it starts anew with every byte that goes in or out.
  server.timeout = patienceMs
  server.on('request', (_request, response) => {
    // Hearing of it here keeps Node from cutting off a connection that waits for us.
    response.on('timeout', (socket) => {
      if (socket.writableLength > 0) socket.destroy()
    })
  })
}
