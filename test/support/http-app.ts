import { createOpenTelemetryTrace } from '#ww/adapters/telemetry/open-telemetry-trace.js'
import { createPrometheusMetrics } from '#ww/adapters/telemetry/prometheus-metrics.js'
import { ownAccess } from '#ww/memory/access/access.js'
import { createRateLimit } from '#ww/memory/rate-limit.js'
import { operations } from '#ww/operations/index.js'
import { allowAddresses } from '#ww/surfaces/http/allowed-hosts.js'
import { createHttpApp } from '#ww/surfaces/http/http-app.js'
import type { HttpSurface } from '#ww/surfaces/http/http-surface.js'
import { createInFlight } from '#ww/surfaces/http/in-flight.js'
import type { Mind } from './minds.js'

export interface HttpAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

/** All routes of `ww serve` on one mind, in this process. */
export interface HttpApp {
  readonly fetch: (request: Request) => Promise<Response>
  /** What the log was told. */
  readonly logged: readonly string[]
  /** A call of an operation as a client makes it. */
  call(name: string, input: unknown): Promise<HttpAnswer>
  send(path: string, init?: RequestInit): Promise<HttpAnswer>
}

/** What is not told is as for a caller of this machine, without bounds. */
interface AppOptions extends Partial<HttpSurface> {
  /** Calls a minute; none unless told. */
  readonly limit?: number
}

export const address = 'http://localhost'

const ignore = () => {}

/** All that routes need, on one mind. */
export function httpSurface(mind: Mind, { limit = 0, ...given }: AppOptions = {}): HttpSurface {
  return {
    version: '0.0.0',
    admit: async () => ownAccess,
    mindOf: async () => mind,
    rateLimit: { limit, window: createRateLimit({ limit, windowMs: 60_000 }) },
    clock: mind.clock,
    log: { error: ignore, warn: ignore, info: ignore, debug: ignore },
    isReady: async () => true,
    isAllowed: allowAddresses({ hosts: [], origins: [] }),
    mcpOffer: () => ({ version: '0.0.0', instructions: '', operations }),
    ending: new AbortController().signal,
    limits: { requestTimeoutMs: 30_000, mostRequests: 32, mostStreams: 256, mostConnections: 100 },
    streams: createInFlight(256),
    metrics: createPrometheusMetrics(),
    trace: createOpenTelemetryTrace('0.0.0'),
    report: () => Promise.reject(new Error('nobody asks')),
    ...given,
  }
}

export function openHttpApp(mind: Mind, options: AppOptions = {}): HttpApp {
  const logged: string[] = []
  const note = (message: string) => void logged.push(message)
  const log = { error: note, warn: note, info: ignore, debug: ignore }
  const app = createHttpApp(httpSurface(mind, { log, ...options }))
  const fetch = async (request: Request) => app.fetch(request)
  async function send(path: string, init: RequestInit = {}): Promise<HttpAnswer> {
    const headers = new Headers(init.headers)
    headers.set('host', 'localhost')
    const response = await fetch(new Request(`${address}${path}`, { ...init, headers }))
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) }
  }
  return {
    fetch,
    logged,
    send,
    call: (name, input) =>
      send(`/tools/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      }),
  }
}
