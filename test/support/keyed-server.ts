import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { onTestFinished } from 'vitest'
import { WorldWeaverError } from '#ww/errors.js'
import type { Access } from '#ww/memory/access/access.js'
import { operations } from '#ww/operations/index.js'
import type { Log } from '#ww/ports/log.js'
import { createCallLimits } from '#ww/surfaces/call-limits.js'
import { allowAddresses } from '#ww/surfaces/http/allowed-hosts.js'
import { createHttpApp } from '#ww/surfaces/http/http-app.js'
import type { HttpSurface, Known } from '#ww/surfaces/http/http-surface.js'
import type { ServerLimits } from '#ww/surfaces/http/server-limits.js'
import type { Mind } from './minds.js'
import { watch } from './watch.js'

export interface LogLine {
  readonly level: keyof Log
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
}

interface KeyedServer {
  readonly url: string
  readonly surface: HttpSurface
  readonly lines: readonly LogLine[]
}

interface KeyedOptions {
  /** Whose token is the name of the key. */
  readonly keys: Readonly<Record<string, Omit<Access, 'key'>>>
  readonly minds: Readonly<Record<string, Mind>>
  readonly limits?: Partial<ServerLimits>
}

/** The routes of `ww serve` in this process, with keys and minds of the test's own; whatever is logged is kept. */
export async function serveKeys({ keys, minds, limits }: KeyedOptions): Promise<KeyedServer> {
  const lines: LogLine[] = []
  const write =
    (level: keyof Log): Log['info'] =>
    (message, details = {}) =>
      void lines.push({ level, message, details })
  const surface: HttpSurface = {
    async authenticate({ token }) {
      const found = Object.entries(keys).find(([name]) => name === token)
      if (found === undefined) throw new WorldWeaverError('unauthorized', 'No such key')
      return { ...found[1], key: found[0] }
    },
    memoryFor: async ({ tenant }) => minds[tenant]!,
    callLimits: createCallLimits({ perSession: 0, perKey: 0, perTenant: 0, windowMs: 60_000 }),
    clock: { now: Date.now },
    log: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
    isReady: async () => true,
    isAllowed: allowAddresses({ hosts: [], origins: [] }),
    version: '0.0.0',
    mcpOffer: () => ({ version: '0.0.0', instructions: '', operations }),
    ending: new AbortController().signal,
    ...watch(minds, limits),
  }
  return { url: await listen(createHttpApp(surface)), surface, lines }
}

/** Serves an app for one test; its address. */
export async function listen(app: Hono<Known>): Promise<string> {
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A request with a key. */
export async function call(
  url: string,
  path: string,
  { key, ...init }: RequestInit & { readonly key: string },
): Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }> {
  const response = await fetch(url + path, { ...init, headers: { ...init.headers, authorization: `Bearer ${key}` } })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
