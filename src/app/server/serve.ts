import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createStderrLog } from '../../adapters/system/stderr-log.js'
import { systemClock } from '../../adapters/system/system-clock.js'
import { createOpenTelemetryTrace } from '../../adapters/telemetry/open-telemetry-trace.js'
import { createPrometheusMetrics } from '../../adapters/telemetry/prometheus-metrics.js'
import { invalid, toErrorBody, WorldWeaverError } from '../../errors.js'
import { createCallLimits } from '../../surfaces/call-limits.js'
import { allowAddresses } from '../../surfaces/http/allowed-hosts.js'
import { createHttpApp } from '../../surfaces/http/http-app.js'
import type { HttpSurface } from '../../surfaces/http/http-surface.js'
import { limitConnections, refuseSurplus } from '../../surfaces/http/limit-connections.js'
import { answerInvalidAddress, answerMalformedRequest } from '../../surfaces/http/malformed-request.js'
import { isHealth } from '../../surfaces/http/middleware/authenticate.js'
import { createInFlight } from '../../surfaces/http/middleware/in-flight.js'
import { closeStalledConnections } from '../../surfaces/http/stalled-connections.js'
import { isWorkflowPath, workflowError } from '../../surfaces/http/workflow-error.js'
import { waitWithTimeout } from '../../surfaces/wait-with-timeout.js'
import { openSockets } from '../../surfaces/websocket/open-sockets.js'
import type { SocketLimits } from '../../surfaces/websocket/workflow-socket.js'
import type { Configuration } from '../configuration/configuration.js'
import { version } from '../configuration/version.js'
import { serveHooks } from '../hook/serve-hooks.js'
import { createMcpOffer } from '../mcp/mcp-offer.js'
import { openKeyStore, shareConnections } from '../memory/stores.js'
import type { Parts } from '../memory/world-weaver.js'
import { openAuthentication } from './access/authentication.js'
import { openKeyRing } from './access/key-ring.js'
import { hashSession, shareRateLimits } from './share-rate-limits.js'
import { openTenants } from './tenants.js'

export interface RunningServer {
  readonly url: string
  /** Refuses new requests, finishes those under way, then closes the stores. */
  close(): Promise<void>
}

/** How long work under way may take to finish after the server is told to stop. */
const defaultGraceMs = 10_000
/** COM10. */
const windowMs = 60_000

interface ServerParts extends Pick<Parts, 'clock' | 'embedder'> {
  readonly graceMs?: number
  /** A client that sends its request too slowly is disconnected after this time. */
  readonly requestTimeoutMs?: number
  /** How long a response may wait for a client that does not read it. */
  readonly stalledReaderMs?: number
  readonly socketLimits?: Partial<SocketLimits>
}

/** `ww serve`: all doors over HTTP, the workflow's stream over WebSocket. */
export async function serve(
  configuration: Configuration,
  { host, port }: { readonly host: string; readonly port: number },
  parts: ServerParts = {},
): Promise<RunningServer> {
  const { clock = systemClock, graceMs = defaultGraceMs, requestTimeoutMs: requestTimeout = 30_000 } = parts
  const log = createStderrLog({ level: configuration.logLevel })
  const ending = new AbortController()
  // All tenants share one pool with the keys, which are closed last.
  const connections = shareConnections(configuration, log)
  const keys = openKeyRing(openKeyStore(configuration, connections), { clock, log })
  const { authenticate } = await openAuthentication(keys, { host, auth: configuration.auth }).catch(
    async (error: unknown) => {
      await keys.close()
      throw error
    },
  )
  const { allowedHosts, allowedOrigins: origins } = configuration
  // A wildcard address is not a host name that a request may use.
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
  const { rateLimit: perSession, keyRateLimit: perKey, tenantRateLimit: perTenant, serverLimits } = configuration
  const isLimited = perSession + perKey + perTenant > 0
  const callLimits = createCallLimits({
    perSession,
    perKey,
    perTenant,
    windowMs,
    hashKey: hashSession,
    isShared: isLimited,
  })
  const { exchangeCalls: exchange } = tenants
  const sharing = isLimited ? shareRateLimits({ limits: callLimits, windowMs, exchange, clock, log }) : undefined
  const streams = createInFlight(serverLimits.maxStreams)
  const surface: HttpSurface = {
    version,
    authenticate,
    memoryFor: tenants.memoryFor,
    callLimits,
    clock,
    log,
    isAllowed,
    mcpOffer: createMcpOffer(configuration),
    ending: ending.signal,
    isReady: async () => {
      if (ending.signal.aborted) return false
      try {
        await (await tenants.ownMemory()).workflow.checkStore()
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
      const [openConnections, stats] = await Promise.all([countConnections(server), tenants.stats()])
      return metrics.report({ openConnections, openStreams: streams.count(), tenants: stats })
    },
  }
  // The app answers its own errors: only requests that cannot be parsed reach this handler.
  const answer = getRequestListener(createHttpApp(surface).fetch, { errorHandler: answerInvalidAddress })
  const server = createServer(
    { requestTimeout, headersTimeout: requestTimeout, requireHostHeader: false, connectionsCheckingInterval: 1_000 },
    (request, response) => {
      // Requests still arrive on kept-alive connections after the server has stopped listening.
      if (ending.signal.aborted) refuseWhileEnding(request, response)
      else if (isSurplus(request.socket) && !isHealth(request.url)) refuseSurplus(request, response)
      else void answer(request, response)
    },
  )
  server.on('clientError', answerMalformedRequest)
  const isSurplus = limitConnections(server, serverLimits, metrics)
  closeStalledConnections(server, parts.stalledReaderMs ?? serverLimits.requestTimeoutMs)
  const sockets = openSockets(server, { ...surface, isSurplus }, parts.socketLimits)
  await listen(server, host, port)
  const memory = await tenants.ownMemory().catch((cause: unknown) => {
    server.close()
    server.closeAllConnections()
    throw new WorldWeaverError('internal_error', 'The server could not open the memory', { cause })
  })
  const hooks = await serveHooks(configuration, memory, log)
  const { port: bound } = server.address() as AddressInfo

  return {
    url: `http://${inUrl(host)}:${bound}`,
    async close() {
      ending.abort()
      hooks?.close()
      await sharing?.close()
      const closed = new Promise((resolve) => server.close(resolve))
      await tenants.handOver(graceMs)
      await sockets.closeGracefully()
      server.closeIdleConnections()
      await waitWithTimeout(1_000, closed)
      sockets.terminate()
      server.closeAllConnections()
      // Work that hangs must not keep the process alive: it was handed over.
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

/** Answers each door in its own error format (COM8, WFL7). */
function refuseWhileEnding({ url }: IncomingMessage, response: ServerResponse): void {
  const message = 'The server is shutting down; try again'
  const { status, body } = workflowError(503, 'SERVER_RESTART', message)
  const answer = isWorkflowPath(url ?? '') ? body : toErrorBody(new WorldWeaverError('timeout', message))
  const headers = { 'Content-Type': 'application/json', 'Retry-After': '1', Connection: 'close' }
  response.writeHead(status, headers).end(JSON.stringify(answer))
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
