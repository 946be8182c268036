import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'
import type { HttpApp } from './http-app.js'

type Mode = NonNullable<ClientOptions['versionNegotiation']>['mode']

/** Both eras of the protocol, as the official client is told to speak them. */
export const eras: readonly (readonly [name: string, mode: Mode])[] = [
  ['2025-era', 'legacy'],
  ['2026-era', { pin: '2026-07-28' }],
]

/** The official client over Streamable HTTP. */
export interface HttpClient {
  readonly client: Client
  call(tool: string, input?: object): Promise<{ readonly isError: boolean; readonly body: Record<string, unknown> }>
  /** The answer of a call that must succeed. */
  ask(tool: string, input?: object): Promise<Record<string, unknown>>
}

interface HttpClientOptions {
  readonly mode?: Mode
  readonly fetch?: (url: string | URL, init?: RequestInit) => Promise<Response>
  /** What stands behind `/mcp`. */
  readonly query?: string
  /** The key, where one is asked for. */
  readonly token?: string
}

/** For one test: it ends with it. */
export async function useHttpClient(url: string, options: HttpClientOptions = {}): Promise<HttpClient> {
  const { mode = 'auto', fetch, query = '', token } = options
  const client = new Client({ name: 'tests', version: '1.0.0' }, { versionNegotiation: { mode } })
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp${query}`), {
    ...(fetch === undefined ? {} : { fetch }),
    ...(token === undefined ? {} : { requestInit: { headers: { Authorization: `Bearer ${token}` } } }),
  })
  await client.connect(transport)
  onTestFinished(() => client.close())
  const call: HttpClient['call'] = async (name, input = {}) => {
    const { structuredContent, isError = false } = await client.callTool({ name, arguments: { ...input } })
    return { isError, body: structuredContent as Record<string, unknown> }
  }
  return {
    client,
    call,
    async ask(tool, input) {
      const { isError, body } = await call(tool, input)
      if (isError) throw new Error(`${tool}: ${JSON.stringify(body)}`)
      return body
    },
  }
}

/** Routes of this process at an address of their own, for one test: connections that break are real ones. */
export async function useAddress(fetch: HttpApp['fetch']): Promise<string> {
  const server = createServer(getRequestListener(fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
