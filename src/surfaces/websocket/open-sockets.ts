import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { chooseProtocol, readSocketCredentials } from '../http/credentials.js'
import type { HttpSurface } from '../http/http-surface.js'
import { callerOf } from '../http/limit-requests.js'
import { passOver } from '../http/other-upgrades.js'
import { isStillAdmitted, isUnauthorized } from '../http/still-admitted.js'
import { waitAtMost } from '../wait-at-most.js'
import { refuseUnauthorized } from './refuse-unauthorized.js'
import { findStream } from './stream-query.js'
import { type SocketLimits, serveSocket } from './workflow-socket.js'

/** How long the sockets may take to send the end of a run, those on a waiting one included. */
const lastWordsMs = 200
/** A command is a few words. */
const largestCommand = 16 * 1024

type Surface = Pick<HttpSurface, 'admit' | 'mindOf' | 'isAllowed' | 'streams' | 'metrics' | 'clock' | 'log'>

export interface Sockets {
  /** Lets them say what they have to say, and tells them that the server goes. */
  sayGoodbye(): Promise<void>
  terminate(): void
}

/** The workflow's streams, on the same port. */
export function openSockets(server: Server, surface: Surface, limits: Partial<SocketLimits> = {}): Sockets {
  const { admit, clock, log } = surface
  // Pings are answered by whoever knows how much waits for the client.
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: largestCommand,
    autoPong: false,
    handleProtocols: chooseProtocol,
  })

  async function open(url: URL, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const credentials = readSocketCredentials((name) => [request.headers[name]].flat()[0])
    const access = await admit(credentials)
    const leave = surface.streams.enter(callerOf(access))
    if (leave === undefined) {
      surface.metrics.refused('streams')
      return refuse(socket, '429 Too Many Requests')
    }
    if (socket.destroyed) leave()
    else socket.once('close', leave)
    const { workflow: door } = await surface.mindOf(access)
    const isAdmitted = () => isStillAdmitted(admit, credentials)
    sockets.handleUpgrade(request, socket, head, (client) => {
      serveSocket(client, url, { door, isAdmitted, clock, log, limits }).catch((error: unknown) => {
        log.error('a socket failed', { error })
        client.terminate()
      })
    })
  }

  server.on('upgrade', (request, socket, head) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') return passOver(server, request, socket, head)
    // From here on the connection is ours: without this, one that breaks would bring down the process.
    socket.on('error', () => socket.destroy())
    const url = findStream(request.url)
    if (url === undefined) return refuse(socket, '404 Not Found')
    if (!surface.isAllowed(request.headers.host, request.headers.origin)) return refuse(socket, '403 Forbidden')
    open(url, request, socket, head).catch((error: unknown) => {
      if (!isUnauthorized(error)) refuse(socket, '503 Service Unavailable')
      else sockets.handleUpgrade(request, socket, head, (client) => refuseUnauthorized(client, clock.now()))
    })
  })

  return {
    async sayGoodbye() {
      // What was said last is on its way: they close by themselves.
      await waitAtMost(lastWordsMs, allClosed(sockets))
      for (const client of sockets.clients) client.close(1001, 'the server is going away')
    },
    terminate() {
      for (const client of sockets.clients) client.terminate()
    },
  }
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
}

async function allClosed({ clients }: WebSocketServer): Promise<void> {
  await Promise.all([...clients].map((client) => new Promise((resolve) => client.once('close', resolve))))
}
