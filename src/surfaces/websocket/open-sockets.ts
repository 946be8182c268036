import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { clientName } from '../../memory/origin.js'
import { readAddressing } from '../http/allowed-hosts.js'
import { chooseProtocol, readSocketCredentials } from '../http/credentials.js'
import type { HttpSurface } from '../http/http-surface.js'
import { ignoreUpgrade } from '../http/ignore-upgrade.js'
import { callerOf } from '../http/middleware/limit-requests.js'
import { isStillAuthorised, isUnauthorized } from '../http/middleware/still-authorised.js'
import { waitWithTimeout } from '../wait-with-timeout.js'
import { refuseUnauthorized } from './refuse-unauthorized.js'
import { findStream } from './stream-query.js'
import { type SocketLimits, serveSocket } from './workflow-socket.js'

/** Time for sockets to send the end of a run and close by themselves. */
const drainTimeoutMs = 200
const maxCommandBytes = 16 * 1024

interface Surface
  extends Pick<HttpSurface, 'authenticate' | 'memoryFor' | 'isAllowed' | 'streams' | 'metrics' | 'clock' | 'log'> {
  /** A connection that only health checks may use, because there are too many. */
  readonly isSurplus?: (socket: Duplex) => boolean
}

export interface Sockets {
  /** Waits briefly for the last frames, then closes the sockets with 1001. */
  closeGracefully(): Promise<void>
  terminate(): void
}

/** Serves the workflow's streams on the HTTP server's port. */
export function openSockets(server: Server, surface: Surface, limits: Partial<SocketLimits> = {}): Sockets {
  const { authenticate, clock, log } = surface
  // The workflow socket answers pings itself, because it knows how much the client has not read.
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxCommandBytes,
    autoPong: false,
    handleProtocols: chooseProtocol,
  })

  async function open(url: URL, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const credentials = readSocketCredentials(headerOf(request), request.socket)
    const access = await authenticate(credentials)
    const leave = surface.streams.enter(callerOf(access))
    if (leave === undefined) {
      surface.metrics.refused('streams')
      return refuse(socket, '429 Too Many Requests')
    }
    if (socket.destroyed) leave()
    else socket.once('close', leave)
    const { workflow: door } = await surface.memoryFor(access, {
      door: 'workflow',
      client: clientName(headerOf(request)('user-agent')),
    })
    const isAdmitted = () => isStillAuthorised(authenticate, credentials)
    sockets.handleUpgrade(request, socket, head, (client) => {
      serveSocket(client, url, { door, isAdmitted, clock, log, limits }).catch((error: unknown) => {
        log.error('a socket failed', { error })
        client.terminate()
      })
    })
  }

  server.on('upgrade', (request, socket, head) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') return ignoreUpgrade(server, request, socket, head)
    // Without a listener, an error on the connection would crash the process.
    socket.on('error', () => socket.destroy())
    if (surface.isSurplus?.(socket)) return refuse(socket, '429 Too Many Requests')
    const url = findStream(request.url)
    if (url === undefined) return refuse(socket, '404 Not Found')
    if (!surface.isAllowed(readAddressing(headerOf(request)))) return refuse(socket, '403 Forbidden')
    open(url, request, socket, head).catch((error: unknown) => {
      if (!isUnauthorized(error)) refuse(socket, '503 Service Unavailable')
      else sockets.handleUpgrade(request, socket, head, (client) => refuseUnauthorized(client, clock.now()))
    })
  })

  return {
    async closeGracefully() {
      await waitWithTimeout(drainTimeoutMs, allClosed(sockets))
      for (const client of sockets.clients) client.close(1001, 'the server is shutting down')
    },
    terminate() {
      for (const client of sockets.clients) client.terminate()
    },
  }
}

const headerOf = (request: IncomingMessage) => (name: string) => [request.headers[name]].flat()[0]

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
}

async function allClosed({ clients }: WebSocketServer): Promise<void> {
  await Promise.all([...clients].map((client) => new Promise((resolve) => client.once('close', resolve))))
}
