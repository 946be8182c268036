import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { WebSocketServer } from 'ws'
import { createStderrLog } from '../adapters/system/stderr-log.js'
import { systemClock } from '../adapters/system/system-clock.js'
import { invalid, toErrorBody, WorldWeaverError } from '../errors.js'
import { ownAccess, ownTenant } from '../memory/access/access.js'
import { createRateLimit } from '../memory/rate-limit.js'
import { isAllowedHost } from '../surfaces/http/allowed-hosts.js'
import { answerBrokenRequest, answerNoAddress } from '../surfaces/http/broken-request.js'
import { createHttpApp } from '../surfaces/http/http-app.js'
import { passOver } from '../surfaces/http/other-upgrades.js'
import { isWorkflowPath, workflowError } from '../surfaces/http/workflow-error.js'
import { findStream } from '../surfaces/websocket/stream-query.js'
import { type SocketLimits, serveSocket } from '../surfaces/websocket/workflow-socket.js'
import type { Configuration } from './configuration.js'
import { openToHooks } from './hook/open-to-hooks.js'
import { openTenants } from './tenants.js'
import { version } from './version.js'
import type { Parts } from './world-weaver.js'

export interface RunningServer {
  readonly url: string
  /** Takes nothing new, finishes what runs, then closes the store. */
  close(): Promise<void>
}

/** How long running work may take to finish when the server is told to stop. */
const usualGraceMs = 10_000
/** How long the sockets may take to send the end of a run, those on a waiting one included. */
const lastWordsMs = 200
/** A command is a few words. */
const largestCommand = 16 * 1024

interface ServerParts extends Pick<Parts, 'clock' | 'embedder'> {
  readonly graceMs?: number
  /** A client that sends its request a byte a minute holds a connection for so long, and nothing else. */
  readonly requestTimeoutMs?: number
  readonly socketLimits?: Partial<SocketLimits>
}

/** `ww serve`: the workflow door over HTTP and WebSocket. */
export async function serve(
  configuration: Configuration,
  { host, port }: { readonly host: string; readonly port: number },
  parts: ServerParts = {},
): Promise<RunningServer> {
  const { clock = systemClock, graceMs = usualGraceMs, requestTimeoutMs: requestTimeout = 30_000 } = parts
  const limits = parts.socketLimits
  const log = createStderrLog({ level: configuration.logLevel })
  const ending = new AbortController()
  const tenants = openTenants(configuration, { ...parts, clock }, { signal: ending.signal, log })
  const limit = configuration.rateLimit
  const app = createHttpApp({
    version,
    admit: async () => ownAccess,
    mindOf: ({ tenant }) => tenants.mindOf(tenant),
    rateLimit: { limit, window: createRateLimit({ limit, windowMs: 60_000 }) },
    clock,
    log,
    isReady: async () => {
      if (ending.signal.aborted) return false
      try {
        await (await tenants.mindOf(ownTenant)).workflow.checkStore()
        return true
      } catch {
        return false
      }
    },
  })
  // What the app throws it answers itself: what is left could not be read.
  const answer = getRequestListener(app.fetch, { errorHandler: answerNoAddress })
  const server = createServer(
    { requestTimeout, headersTimeout: requestTimeout, requireHostHeader: false, connectionsCheckingInterval: 1_000 },
    (request, response) => {
      // A connection that is kept open brings requests to a server that listens no more.
      if (ending.signal.aborted) refuseWhileEnding(request, response)
      else void answer(request, response)
    },
  )
  server.on('clientError', answerBrokenRequest)
  // Pings are answered by whoever knows how much waits for the client.
  const sockets = new WebSocketServer({ noServer: true, maxPayload: largestCommand, autoPong: false })
  server.on('upgrade', (request, socket, head) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') return passOver(server, request, socket, head)
    // From here on the connection is ours: without this, one that breaks would bring down the process.
    socket.on('error', () => socket.destroy())
    const url = findStream(request.url)
    if (url === undefined) return refuse(socket, '404 Not Found')
    if (!isAllowedHost(request.headers.host, request.headers.origin)) return refuse(socket, '403 Forbidden')
    void tenants.mindOf(ownTenant).then(
      ({ workflow: door }) =>
        sockets.handleUpgrade(request, socket, head, (client) => {
          const surface = { door, clock, log, ...(limits === undefined ? {} : { limits }) }
          serveSocket(client, url, surface).catch((error: unknown) => {
            log.error('a socket failed', { error })
            client.terminate()
          })
        }),
      () => refuse(socket, '503 Service Unavailable'),
    )
  })
  await listen(server, host, port)
  const mind = await tenants.mindOf(ownTenant).catch((cause: unknown) => {
    server.close()
    server.closeAllConnections()
    throw new WorldWeaverError('internal_error', 'The server could not open the memory', { cause })
  })
  const hooks = await openToHooks(configuration, mind, log)
  const { port: bound } = server.address() as AddressInfo

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    async close() {
      ending.abort()
      hooks?.close()
      const closed = new Promise((resolve) => server.close(resolve))
      await tenants.handOver(graceMs)
      // What was said last is on its way to the sockets: they close by themselves.
      await Promise.race([allClosed(sockets), sleep(lastWordsMs)])
      for (const client of sockets.clients) client.close(1001, 'the server is going away')
      server.closeIdleConnections()
      await Promise.race([closed, sleep(1_000)])
      for (const client of sockets.clients) client.terminate()
      server.closeAllConnections()
      // Work that hangs must not keep the server: its run was handed over.
      await tenants.close(graceMs)
    },
  }
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
}

async function allClosed({ clients }: WebSocketServer): Promise<void> {
  await Promise.all([...clients].map((client) => new Promise((resolve) => client.once('close', resolve))))
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())

/** Each door in its own shape (COM8, WFL7). */
function refuseWhileEnding({ url }: IncomingMessage, response: ServerResponse): void {
  const message = 'The server is going away; ask again'
  const { status, body } = workflowError(503, 'SERVER_RESTART', message)
  const told = isWorkflowPath(url ?? '') ? body : toErrorBody(new WorldWeaverError('timeout', message))
  const headers = { 'Content-Type': 'application/json', 'Retry-After': '1', Connection: 'close' }
  response.writeHead(status, headers).end(JSON.stringify(told))
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? `port ${port} is in use` : error.message
      reject(invalid('--port', `The server could not start: ${reason}`))
    })
    server.listen(port, host, () => resolve())
  })
}
