import { homedir } from 'node:os'
import { afterAll } from 'vitest'
import { readConfiguration } from '#ww/app/configuration/configuration.js'
import { openOwnerKeys } from '#ww/app/server/access/owner-keys.js'
import { type RunningServer, serve } from '#ww/app/server/serve.js'
import type { ApiKey } from '#ww/memory/access/api-key.js'
import type { KeyRequest } from '#ww/memory/access/new-key.js'
import type { Clock } from '#ww/ports/clock.js'
import { environment } from './program.js'
import { useTemporaryFolders } from './temporary-folder.js'

/** `ww serve` in this process, and `ww key` beside it. */
export interface Served {
  readonly url: string
  readonly dataDir: string
  create(asked?: KeyRequest): Promise<{ readonly token: string; readonly key: ApiKey }>
  revoke(idOrName: string): Promise<ApiKey>
  list(): Promise<readonly ApiKey[]>
  close(): Promise<void>
}

interface ServedOptions {
  readonly dataDir?: string
  readonly env?: Readonly<Record<string, string>>
  readonly host?: string
  readonly clock?: Clock
  readonly socketLimits?: Readonly<Record<string, number>>
}

export const keysIn = (dataDir: string) => openOwnerKeys({ WW_DATA_DIR: dataDir }, '/', '/')

/** To be called where tests are described: servers end, and folders go, when they end. */
export function useServed(): { start(options?: ServedOptions): Promise<Served>; newFolder(): string } {
  const newFolder = useTemporaryFolders()
  const running: RunningServer[] = []
  afterAll(async () => {
    await Promise.all(running.splice(0).map((server) => server.close()))
  })
  return {
    newFolder,
    async start({ dataDir = newFolder(), env = {}, host = '127.0.0.1', clock, socketLimits } = {}) {
      const variables = environment(dataDir, { WW_LOG_LEVEL: 'silent', ...env })
      const configuration = readConfiguration(variables, '/', process.platform, homedir())
      const parts = { graceMs: 2_000, ...(clock && { clock }), ...(socketLimits && { socketLimits }) }
      const server = await serve(configuration, { host, port: 0 }, parts)
      running.push(server)
      const keys = keysIn(dataDir)
      const { port } = new URL(server.url)
      return {
        url: `http://127.0.0.1:${port}`,
        dataDir,
        create: (asked = {}) => keys.create(asked),
        revoke: (idOrName) => keys.revoke(idOrName),
        list: () => keys.list(),
        async close() {
          running.splice(running.indexOf(server), 1)
          await server.close()
        },
      }
    },
  }
}

/** What a call over HTTP came to. */
export interface Called {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export async function request(
  url: string,
  { method, path }: { readonly method: string; readonly path: string },
  headers: Readonly<Record<string, string>> = {},
  body: unknown = {},
): Promise<Called> {
  const sends = method !== 'GET' && method !== 'HEAD'
  const response = await fetch(url + path, {
    method,
    headers: { ...(sends ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(sends ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
