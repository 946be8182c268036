import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { WebSocketServer } from 'ws'
import { openSqliteKeyStore } from '../adapters/sqlite/sqlite-key-store.js'
import { createStderrLog } from '../adapters/system/stderr-log.js'
import { systemClock } from '../adapters/system/system-clock.js'
import { createOpenTelemetryTrace } from '../adapters/telemetry/open-telemetry-trace.js'
import { createPrometheusMetrics } from '../adapters/telemetry/prometheus-metrics.js'
import { invalid, WorldWeaverError } from '../errors.js'
import { createRateLimit } from '../memory/rate-limit.js'
import { allowAddresses } from '../surfaces/http/allowed-hosts.js'
import { answerBrokenRequest, answerNoAddress } from '../surfaces/http/broken-request.js'
import { chooseProtocol, readSocketCredentials } from '../surfaces/http/credentials.js'
import { createHttpApp } from '../surfaces/http/http-app.js'
import { createInFlight } from '../surfaces/http/in-flight.js'
import { callerOf } from '../surfaces/http/limit-requests.js'
import { passOver } from '../surfaces/http/other-upgrades.js'
import { cutOffStalledReaders } from '../surfaces/http/stalled-readers.js'
import { workflowError } from '../surfaces/http/workflow-error.js'
import { findStream } from '../surfaces/websocket/stream-query.js'
import { type SocketLimits, serveSocket } from '../surfaces/websocket/workflow-socket.js'
import { openAdmission } from './access/admission.js'
import { openKeyRing } from './access/key-ring.js'
import type { Configuration } from './configuration.js'
import { keysPath } from './data-dir.js'
import { openToHooks } from './hook/open-to-hooks.js'
import { createMcpOffer } from './mcp-offer.js'
import { disguise, shareCalls } from './share-calls.js'
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
/** COM10. */
const windowMs = 60_000
/** A command is a few words. */
const largestCommand = 16 * 1024

interface ServerParts extends Pick<Parts, 'clock' | 'embedder'> {
  readonly graceMs?: number
  /** A client that sends its request a byte a minute holds a connection for so long, and nothing else. */
  readonly requestTimeoutMs?: number
  /** How long an answer may wait for who does not read it. */
  readonly patienceMs?: number
  readonly socketLimits?: Partial<SocketLimits>
}

/** `ww serve`: all doors over HTTP, the workflow's stream over WebSocket. */
export async function serve(
  configuration: Configuration,
  { host, port }: { readonly host: string; readonly port: number },
  parts: ServerParts = {},
): Promise<RunningServer> {
  const { clock = systemClock, graceMs = usualGraceMs, requestTimeoutMs: requestTimeout = 30_000 } = parts
  const limits = parts.socketLimits
  const log = createStderrLog({ level: configuration.logLevel })
  const ending = new AbortController()
  const keys = openKeyRing(openSqliteKeyStore({ path: keysPath(configuration.dataDir) }), { clock, log })
  const { admit } = await openAdmission(keys, { host, auth: configuration.auth })
  const { allowedHosts, allowedOrigins: origins } = configuration
  // A name that stands for every address is nobody's.
  const isAllowed = allowAddresses({ hosts: isWildcard(host) ? allowedHosts : [...allowedHosts, inUrl(host)], origins })
  const metrics = createPrometheusMetrics()
  const trace = createOpenTelemetryTrace(version)
  const onStage = (stage: string, ms: number) => metrics.stage(stage, ms / 1000)
  const tenants = openTenants(configuration, { ...parts, clock, trace, onStage }, { signal: ending.signal, log })
  const { rateLimit: limit, serverLimits } = configuration
  const window = createRateLimit({ limit, windowMs, disguise, isShared: limit > 0 })
  const sharing = limit > 0 ? shareCalls({ window, windowMs, exchange: tenants.exchangeCalls, clock, log }) : undefined
  const streams = createInFlight(serverLimits.mostStreams)
  const app = createHttpApp({
    version,
    admit,
    mindOf: tenants.mindOf,
    rateLimit: { limit, window },
    clock,
    log,
    isAllowed,
    mcpOffer: createMcpOffer(configuration),
    ending: ending.signal,
    isReady: async () => {
      if (ending.signal.aborted) return false
      try {
        await (await tenants.ownMind()).workflow.checkStore()
        return true
      } catch {
        return false
      }
    },
    limits: serverLimits,
    streams,
    metrics,
    trace,
    report: async () => {
      const [openConnections, standing] = await Promise.all([countConnections(server), tenants.standing()])
      return metrics.report({ openConnections, openStreams: streams.count(), tenants: standing })
    },
  })
  // What the app throws it answers itself: what is left could not be read.
  const answer = getRequestListener(app.fetch, { errorHandler: answerNoAddress })
  const server = createServer(
    { requestTimeout, headersTimeout: requestTimeout, requireHostHeader: false, connectionsCheckingInterval: 1_000 },
    (request, response) => {
      // A connection that is kept open brings requests to a server that listens no more.
      if (ending.signal.aborted) refuseWhileEnding(response)
      else void answer(request, response)
    },
  )
  server.on('clientError', answerBrokenRequest)
  server.maxConnections = serverLimits.mostConnections
  cutOffStalledReaders(server, parts.patienceMs ?? serverLimits.requestTimeoutMs)
  // Pings are answered by whoever knows how much waits for the client.
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: largestCommand,
    autoPong: false,
    handleProtocols: chooseProtocol,
  })
  server.on('upgrade', (request, socket, head) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') return passOver(server, request, socket, head)
    // From here on the connection is ours: without this, one that breaks would bring down the process.
    socket.on('error', () => socket.destroy())
    const url = findStream(request.url)
    if (url === undefined) return refuse(socket, '404 Not Found')
    if (!isAllowed(request.headers.host, request.headers.origin)) return refuse(socket, '403 Forbidden')
    const credentials = readSocketCredentials((name) => [request.headers[name]].flat()[0])
    const isAdmitted = () =>
      admit(credentials).then(
        () => true,
        (error: unknown) => {
          if (isUnauthorized(error)) return false
          throw error
        },
      )
    admit(credentials)
      .then((access) => {
        const leave = streams.enter(callerOf(access))
        if (leave === undefined) {
          metrics.refused('streams')
          throw new WorldWeaverError('rate_limited', 'Too many streams')
        }
        if (socket.destroyed) leave()
        else socket.once('close', leave)
        return tenants.mindOf(access)
      })
      .then(
        ({ workflow: door }) =>
          sockets.handleUpgrade(request, socket, head, (client) => {
            const surface = { door, isAdmitted, clock, log, ...(limits === undefined ? {} : { limits }) }
            serveSocket(client, url, surface).catch((error: unknown) => {
              log.error('a socket failed', { error })
              client.terminate()
            })
          }),
        (error: unknown) => refuseSocket(socket, error),
      )
  })
  await listen(server, host, port)
  const mind = await tenants.ownMind().catch((cause: unknown) => {
    server.close()
    server.closeAllConnections()
    throw new WorldWeaverError('internal_error', 'The server could not open the memory', { cause })
  })
  const hooks = await openToHooks(configuration, mind, log)
  const { port: bound } = server.address() as AddressInfo

  return {
    url: `http://${inUrl(host)}:${bound}`,
    async close() {
      ending.abort()
      hooks?.close()
      await sharing?.close()
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
      await keys.close()
    },
  }
}

const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)
const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::'

function refuse(socket: Duplex, status: string, headers = ''): void {
  socket.end(`HTTP/1.1 ${status}\r\n${headers}Connection: close\r\n\r\n`)
}

const isUnauthorized = (error: unknown): boolean => error instanceof WorldWeaverError && error.code === 'unauthorized'

/** Before the upgrade: who is not let in gets no socket. */
function refuseSocket(socket: Duplex, error: unknown): void {
  if (isUnauthorized(error)) refuse(socket, '401 Unauthorized', 'WWW-Authenticate: Bearer\r\n')
  else if (error instanceof WorldWeaverError && error.code === 'rate_limited') refuse(socket, '429 Too Many Requests')
  else refuse(socket, '503 Service Unavailable')
}

async function allClosed({ clients }: WebSocketServer): Promise<void> {
  await Promise.all([...clients].map((client) => new Promise((resolve) => client.once('close', resolve))))
}

const countConnections = (server: Server): Promise<number> =>
  new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  )

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())

function refuseWhileEnding(response: ServerResponse): void {
  const { status, body } = workflowError(503, 'SERVER_RESTART', 'The server is going away; ask again')
  response.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' }).end(JSON.stringify(body))
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
