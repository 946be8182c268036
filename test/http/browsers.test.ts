import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { WorldWeaverError } from '#ww/errors.js'
import { allowAddresses } from '#ww/surfaces/http/allowed-hosts.js'
import { openHttpApp } from '../support/http-app.js'
import { useMinds } from '../support/minds.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { useWorkflowServer } from '../support/workflow-server.js'

const minds = useMinds()
const temporaryFolder = useTemporaryFolders()
const page = 'https://app.example.org'
const json = { 'content-type': 'application/json' }

const anApp = () => openHttpApp(minds.open(), { isAllowed: allowAddresses({ hosts: [], origins: [page] }) })

describe('pages of elsewhere', () => {
  test.each(['/mcp', '/tools/recall', '/workflow/execute', '/health/live', '/nothing'])(
    '[COM8] %s is closed to one that is not allowed, and it may not read why',
    async (path) => {
      const app = anApp()
      const { status, headers, body } = await app.send(path, { headers: { origin: 'https://evil.example' } })
      expect(status).toBe(403)
      const told = { error: 'forbidden', message: expect.any(String) }
      expect(body).toEqual(path.startsWith('/workflow') ? { code: 'FORBIDDEN', detail: expect.any(String) } : told)
      expect(headers.get('Access-Control-Allow-Origin')).toBeNull()
    },
  )

  test.each(['/mcp', '/tools/recall', '/workflow/execute'])(
    '%s is asked for beforehand by one that is',
    async (path) => {
      const app = anApp()
      const preflight = {
        method: 'OPTIONS',
        headers: {
          origin: page,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,mcp-protocol-version,mcp-method',
        },
      }
      const { status, headers } = await app.send(path, preflight)
      expect(status).toBe(204)
      expect(headers.get('Access-Control-Allow-Origin')).toBe(page)
      expect(headers.get('Access-Control-Allow-Methods')).toContain('POST')
      expect(headers.get('Access-Control-Allow-Headers')).toContain('mcp-method')
      expect(headers.get('Access-Control-Allow-Credentials')).toBeNull()
      expect(headers.get('Vary')).toContain('Origin')
      const refused = await app.send(path, {
        ...preflight,
        headers: { ...preflight.headers, origin: 'https://evil.example' },
      })
      expect(refused.status).toBe(403)
      expect(refused.headers.get('Access-Control-Allow-Origin')).toBeNull()
    },
  )

  test('an allowed one reads the answer, an error too, with what is left of its calls', async () => {
    const { send } = openHttpApp(minds.open(), { limit: 5, isAllowed: allowAddresses({ hosts: [], origins: [page] }) })
    for (const input of ['{}', '{"query": ""}']) {
      const headers = { ...json, origin: page }
      const answer = await send('/tools/memory_stats', { method: 'POST', headers, body: input })
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(page)
      const exposed = answer.headers.get('Access-Control-Expose-Headers') ?? ''
      for (const name of ['X-RateLimit-Remaining', 'Retry-After', 'WWW-Authenticate', 'Mcp-Session-Id']) {
        expect(exposed).toContain(name)
      }
      expect(answer.headers.get('X-RateLimit-Remaining')).not.toBeNull()
    }
  })

  test('one that is not admitted may read that, and asks beforehand without a key', async () => {
    const { send } = openHttpApp(minds.open(), {
      isAllowed: allowAddresses({ hosts: [], origins: [page] }),
      authenticate: async () => {
        throw new WorldWeaverError('unauthorized', 'A key is needed')
      },
    })
    const headers = { ...json, origin: page, 'access-control-request-method': 'POST' }
    expect((await send('/mcp', { method: 'OPTIONS', headers })).status).toBe(204)
    const refused = await send('/mcp', { method: 'POST', headers, body: '{}' })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('Access-Control-Allow-Origin')).toBe(page)
  })

  test('programs that are no browser tell no origin, and get none back', async () => {
    const { status, headers } = await anApp().send('/health/live')
    expect(status).toBe(200)
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull()
  })
})

describe('`ww serve` told of other names', () => {
  /** Of the upgrade: `open`, or the status that refused it. */
  const upgrade = (url: string, headers: Readonly<Record<string, string>>) =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/workflow/ws/any`, { headers })
      socket.once('unexpected-response', (_, { statusCode }) => resolve(String(statusCode)))
      socket.once('open', () => {
        resolve('open')
        socket.terminate()
      })
      socket.once('error', () => undefined)
    })

  test.each([
    ['by options', { options: ['--allow-host', 'memory.example.org', '--allow-origin', page] }],
    ['by the environment', { env: { WW_ALLOWED_HOSTS: 'memory.example.org', WW_ALLOWED_ORIGINS: page } }],
  ])('answers to them, %s', async (_, given) => {
    const { url } = await useWorkflowServer({ dataDir: temporaryFolder(), ...given })
    const status = (headers: Readonly<Record<string, string>>) => statusOf(`${url}/health/live`, headers)
    expect(await status({ host: 'memory.example.org' })).toBe(200)
    expect(await status({ host: 'memory.example.org', origin: page })).toBe(200)
    expect(await status({ host: 'evil.example' })).toBe(403)
    expect(await status({ origin: 'https://evil.example' })).toBe(403)
    const foreign = { host: 'memory.example.org', origin: 'https://evil.example' }
    expect(await upgrade(url, foreign)).toBe('403')
    expect(await upgrade(url, { ...foreign, origin: page })).toBe('open')
  })
})

/** `fetch` writes the host itself. */
async function statusOf(url: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .once('error', reject)
      .end()
  })
}
