import type { HttpBindings } from '@hono/node-server'
import { ownAccess } from '#ww/memory/access/access.js'
import { operations } from '#ww/operations/index.js'
import { createCallLimits } from '#ww/surfaces/call-limits.js'
import { allowAddresses } from '#ww/surfaces/http/allowed-hosts.js'
import { createHttpApp } from '#ww/surfaces/http/http-app.js'
import type { HttpSurface } from '#ww/surfaces/http/http-surface.js'
import type { Mind } from './minds.js'
import { watch } from './watch.js'

export interface HttpAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

/** All routes of `ww serve` on one mind, in this process. */
export interface HttpApp {
  /** Beside a request of a real connection comes that connection. */
  readonly fetch: (request: Request, connection?: object) => Promise<Response>
  /** What the log was told. */
  readonly logged: readonly string[]
  /** A call of an operation as a client makes it. */
  call(name: string, input: unknown): Promise<HttpAnswer>
  send(path: string, init?: RequestInit): Promise<HttpAnswer>
}

interface AppOptions extends Partial<HttpSurface> {
  /** None unless told. */
  readonly limit?: number
  readonly perKey?: number
  readonly perTenant?: number
}

export const address = 'http://localhost'

const ignore = () => {}

/** All that routes need, on one mind. */
export function httpSurface(
  mind: Mind,
  { limit = 0, perKey = 0, perTenant = 0, ...given }: AppOptions = {},
): HttpSurface {
  return {
    version: '0.0.0',
    authenticate: async () => ownAccess,
    memoryFor: async () => mind,
    callLimits: createCallLimits({ perSession: limit, perKey, perTenant, windowMs: 60_000 }),
    clock: mind.clock,
    log: { error: ignore, warn: ignore, info: ignore, debug: ignore },
    isReady: async () => true,
    isAllowed: allowAddresses({ hosts: [], origins: [] }),
    mcpOffer: () => ({ version: '0.0.0', instructions: '', operations }),
    ending: new AbortController().signal,
    ...watch({ default: mind }),
    ...given,
  }
}

export function openHttpApp(mind: Mind, options: AppOptions = {}): HttpApp {
  const logged: string[] = []
  const note = (message: string) => void logged.push(message)
  const log = { error: note, warn: note, info: ignore, debug: note }
  const app = createHttpApp(httpSurface(mind, { log, ...options }))
  const fetch: HttpApp['fetch'] = async (request, connection) =>
    app.fetch(request, connection as HttpBindings | undefined)
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
