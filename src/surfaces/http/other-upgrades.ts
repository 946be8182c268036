import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * Java's client offers HTTP/2 with every first request, and a server may pass over the offer (RFC 9110, 7.8). Node takes
 * any offer away from the usual handler once there is a handler of upgrades: this hands the request back without it.
 */
export function passOver(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  socket.removeAllListeners('error')
  socket.unshift(Buffer.concat([Buffer.from(withoutOffer(request), 'latin1'), head]))
  server.emit('connection', socket)
}

const offering = new Set(['upgrade', 'http2-settings', 'connection'])

function withoutOffer({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (!offering.has(rawHeaders[at].toLowerCase())) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
  }
  return `${lines.join('\r\n')}\r\n\r\n`
}
