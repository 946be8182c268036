import { describe, expect, test } from 'vitest'
import { operations } from '#ww/operations/index.js'
import { everyRoute } from '../access/every-route.js'
import { bearer, request, useServed } from '../support/access.js'
import { openStream } from '../support/workflow-client.js'
import { namesIn, referencePage } from './reference-page.js'

const callers = ['nobody', 'read', 'write', 'admin'] as const
type Caller = (typeof callers)[number]

/** As the reference writes who may call. */
const least: Readonly<Record<string, Caller>> = {
  anybody: 'nobody',
  '`read`': 'read',
  '`write`': 'write',
  '`admin`': 'admin',
}

const someWorkflow = '00000000-0000-4000-8000-000000000000'

/** `POST /tools/recall` and who may call it, from the tables of the reference. */
const documented = referencePage()
  .rows('HTTP routes')
  .map(([route = '', , who = '']) => {
    const [name = ''] = namesIn(route)
    const [method = '', path = ''] = name.split(' ')
    return { name, method, path, who }
  })

const served = useServed()

describe('the routes of the reference', async () => {
  const server = await served.start({ env: { WW_AUTH: 'required', WW_RATE_LIMIT: '0' } })
  const tokens = new Map<Caller, string>()
  for (const role of ['read', 'write', 'admin'] as const) tokens.set(role, (await server.create({ role })).token)
  const headersOf = (caller: Caller) => {
    const token = tokens.get(caller)
    return token === undefined ? undefined : bearer(token)
  }

  async function isLetIn({ method, path }: { method: string; path: string }, caller: Caller): Promise<boolean> {
    const headers = headersOf(caller)
    if (path.startsWith('/workflow/ws/')) {
      const closed = await openStream(server.url, someWorkflow, '', headers).closed
      expect([4401, 4404]).toContain(closed)
      return closed !== 4401
    }
    const { status } = await request(server.url, { method, path }, headers)
    // Who has no key is never told more than that; who has one is never asked for it.
    expect([401, 403].includes(status)).toBe(status === (headers === undefined ? 401 : 403))
    return status !== 401 && status !== 403
  }

  test('are those of every operation and more', () => {
    expect(documented.length).toBeGreaterThanOrEqual(operations.length + 9)
    expect(new Set(documented.map(({ name }) => name)).size).toBe(documented.length)
    expect(documented.map(({ name }) => name)).toEqual(
      expect.arrayContaining(operations.map(({ name }) => `POST /tools/${name}`)),
    )
  })

  test.each(documented)('$name lets in who it says: $who', async (route) => {
    const from = callers.indexOf(least[route.who] ?? 'nobody')
    expect(Object.keys(least)).toContain(route.who)
    const letIn: Record<string, boolean> = {}
    for (const caller of callers) letIn[caller] = await isLetIn(route, caller)
    expect(letIn).toEqual(Object.fromEntries(callers.map((caller, at) => [caller, at >= from])))
  })

  test('are all that the server has: any other method is refused with 405', async () => {
    const names = new Set(documented.map(({ name }) => name))
    const routes = everyRoute()
    expect(routes.length).toBeGreaterThanOrEqual(9)
    for (const route of routes) {
      const { status } = await request(server.url, route, headersOf('admin'))
      expect([`${route.method} ${route.path}`, status === 405]).toEqual([
        `${route.method} ${route.path}`,
        !names.has(`${route.method} ${route.path}`),
      ])
    }
    expect((await request(server.url, { method: 'DELETE', path: '/mcp' }, headersOf('admin'))).status).toBe(405)
  })

  test('are all there', async () => {
    const there = documented.filter(({ path }) => !path.startsWith('/workflow/ws/'))
    for (const route of there) {
      const { status, text } = await request(server.url, route, headersOf('admin'))
      expect([route.name, status === 404, text.includes('Nothing is served at this path')]).toEqual([
        route.name,
        false,
        false,
      ])
    }
  })
})
