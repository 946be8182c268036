import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createStderrLog } from '../adapters/system/stderr-log.js'
import { systemClock } from '../adapters/system/system-clock.js'
import { createOpenTelemetryTrace } from '../adapters/telemetry/open-telemetry-trace.js'
import { createPrometheusMetrics } from '../adapters/telemetry/prometheus-metrics.js'
import { invalid, toErrorBody, WorldWeaverError } from '../errors.js'
import { createRateLimit } from '../memory/rate-limit.js'
import { allowAddresses } from '../surfaces/http/allowed-hosts.js'
import { answerBrokenRequest, answerNoAddress } from '../surfaces/http/broken-request.js'
import { createHttpApp } from '../surfaces/http/http-app.js'
import type { HttpSurface } from '../surfaces/http/http-surface.js'
import { createInFlight } from '../surfaces/http/in-flight.js'
import { cutOffStalledReaders } from '../surfaces/http/stalled-readers.js'
import { isWorkflowPath, workflowError } from '../surfaces/http/workflow-error.js'
import { waitAtMost } from '../surfaces/wait-at-most.js'
import { openSockets } from '../surfaces/websocket/open-sockets.js'
import type { SocketLimits } from '../surfaces/websocket/workflow-socket.js'
import { openAdmission } from './access/admission.js'
import { openKeyRing } from './access/key-ring.js'
import type { Configuration } from './configuration.js'
import { openToHooks } from './hook/open-to-hooks.js'
import { createMcpOffer } from './mcp-offer.js'
import { disguise, shareCalls } from './share-calls.js'
import { openKeyStore, shareConnections } from './stores.js'
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
/** COM10. */
const windowMs = 60_000

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
  const log = createStderrLog({ level: configuration.logLevel })
  const ending = new AbortController()
  // One pool for all tenants, and for the keys, which are closed last.
  const connections = shareConnections(configuration, log)
  const keys = openKeyRing(openKeyStore(configuration, connections), { clock, log })
  const { admit } = await openAdmission(keys, { host, auth: configuration.auth }).catch(async (error: unknown) => {
    await keys.close()
    throw error
  })
  const { allowedHosts, allowedOrigins: origins } = configuration
  // A name that stands for every address is nobody's.
  const isAllowed = allowAddresses({ hosts: isWildcard(host) ? allowedHosts : [...allowedHosts, inUrl(host)], origins })
  const metrics = createPrometheusMetrics()
  const trace = createOpenTelemetryTrace(version)
  const onStage = (stage: string, ms: number) => metrics.stage(stage, ms / 1000)
  const { isInForce } = keys
  const tenants = openTenants(
    configuration,
    { ...parts, clock, trace, onStage, ...(connections === undefined ? {} : { connections }) },
    { signal: ending.signal, log, isInForce },
  )
  const { rateLimit: limit, serverLimits } = configuration
  const window = createRateLimit({ limit, windowMs, disguise, isShared: limit > 0 })
  const sharing = limit > 0 ? shareCalls({ window, windowMs, exchange: tenants.exchangeCalls, clock, log }) : undefined
  const streams = createInFlight(serverLimits.mostStreams)
  const surface: HttpSurface = {
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
  }
  // What the app throws it answers itself: what is left could not be read.
  const answer = getRequestListener(createHttpApp(surface).fetch, { errorHandler: answerNoAddress })
  const server = createServer(
    { requestTimeout, headersTimeout: requestTimeout, requireHostHeader: false, connectionsCheckingInterval: 1_000 },
    (request, response) => {
      // A connection that is kept open brings requests to a server that listens no more.
      if (ending.signal.aborted) refuseWhileEnding(request, response)
      else void answer(request, response)
    },
  )
  server.on('clientError', answerBrokenRequest)
  server.maxConnections = serverLimits.mostConnections
  cutOffStalledReaders(server, parts.patienceMs ?? serverLimits.requestTimeoutMs)
  const sockets = openSockets(server, surface, parts.socketLimits)
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
      await sockets.sayGoodbye()
      server.closeIdleConnections()
      await waitAtMost(1_000, closed)
      sockets.terminate()
      server.closeAllConnections()
      // Work that hangs must not keep the server: its run was handed over.
      await tenants.close(graceMs)
      await keys.close()
    },
  }
}

const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)
const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::'

const countConnections = (server: Server): Promise<number> =>
  new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  )

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
