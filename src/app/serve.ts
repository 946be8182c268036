import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { WebSocketServer } from 'ws'
import { createStderrLog } from '../adapters/system/stderr-log.js'
import { systemClock } from '../adapters/system/system-clock.js'
import { invalid } from '../errors.js'
import { createRateLimit } from '../memory/rate-limit.js'
import { isAllowedHost } from '../surfaces/http/allowed-hosts.js'
import { createHttpApp } from '../surfaces/http/http-app.js'
import { isStreamPath } from '../surfaces/websocket/stream-query.js'
import { serveSocket } from '../surfaces/websocket/workflow-socket.js'
import type { Configuration } from './configuration.js'
import { createWorldWeaver } from './world-weaver.js'

export interface RunningServer {
  readonly url: string
  /** Takes nothing new, finishes what runs, then closes the store. */
  close(): Promise<void>
}

/** How long running work may take to finish when the server is told to stop. */
const graceMs = 10_000
/** A client that sends its request a byte a minute holds a connection, and nothing else. */
const requestTimeoutMs = 30_000
/** A command is a few words. */
const largestCommand = 16 * 1024

/** `ww serve`: the workflow door over HTTP and WebSocket. */
export async function serve(
  configuration: Configuration,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<RunningServer> {
  const log = createStderrLog({ level: configuration.logLevel })
  const mind = createWorldWeaver({ ...configuration, project: null })
  const ending = new AbortController()
  const limit = configuration.rateLimit
  const app = createHttpApp({
    door: mind.workflow,
    rateLimit: { limit, window: createRateLimit({ limit, windowMs: 60_000 }) },
    session: configuration.session,
    clock: systemClock,
    log,
    isReady: async () => {
      if (ending.signal.aborted) return false
      return mind.call('get_session_id', {}).then(
        () => true,
        () => false,
      )
    },
  })
  const server = createServer(
    { requestTimeout: requestTimeoutMs, headersTimeout: requestTimeoutMs },
    getRequestListener(app.fetch),
  )
  const sockets = new WebSocketServer({ noServer: true, maxPayload: largestCommand })
  server.on('upgrade', (request, socket, head) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (!isStreamPath(url.pathname) || !isAllowedHost(request.headers.host, request.headers.origin)) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      void serveSocket(client, url, { door: mind.workflow, clock: systemClock, log })
    })
  })
  await listen(server, host, port)
  await mind.warmUp()
  const tending = mind.workflow.tend(ending.signal)
  const { port: bound } = server.address() as AddressInfo

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    async close() {
      ending.abort()
      const closed = new Promise((resolve) => server.close(resolve))
      await Promise.race([mind.workflow.settled(), sleep(graceMs)])
      for (const client of sockets.clients) client.close(1001, 'the server is going away')
      server.closeIdleConnections()
      await Promise.race([closed, sleep(1_000)])
      for (const client of sockets.clients) client.terminate()
      server.closeAllConnections()
      await tending
      await mind.close()
    },
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? `port ${port} is in use` : error.message
      reject(invalid('--port', `The server could not start: ${reason}`))
    })
    server.listen(port, host, () => resolve())
  })
}
