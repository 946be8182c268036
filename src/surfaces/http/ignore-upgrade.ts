import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * Java's client offers HTTP/2 with every first request, and a server may ignore the offer (RFC 9110, 7.8). Once there is
 * an upgrade handler, Node sends it every such request: this returns the request to the normal handler without the offer.
 */
export function ignoreUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  socket.removeAllListeners('error')
  socket.unshift(Buffer.concat([Buffer.from(withoutUpgrade(request), 'latin1'), head]))
  server.emit('connection', socket)
}

const upgradeHeaders = new Set(['upgrade', 'http2-settings', 'connection'])

function withoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (!upgradeHeaders.has(rawHeaders[at].toLowerCase())) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
  }
  return `${lines.join('\r\n')}\r\n\r\n`
}
