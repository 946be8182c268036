import { describe, expect, test } from 'vitest'
import { operations } from '#ww/operations/index.js'
import { bearer, request, useServed } from '../support/access.js'
import { useHttpClient } from '../support/http-client.js'
import { createSettableClock } from '../support/minds.js'
import { execute, openStream, post } from '../support/workflow-client.js'
import { everyRoute, isOpen, type Route } from './every-route.js'

const served = useServed()
const routes = everyRoute()
const guarded = routes.filter((route) => !isOpen(route))
const nowhere: Route = { method: 'GET', path: '/nowhere/to-be-found' }
const named = ({ method, path }: Route) => `${method} ${path}`
const hourMs = 3_600_000

/** Each door says it in its own shape (WFL7, COM8). */
const isRefusal = (route: Route, kind: 'unauthorized' | 'forbidden', body: unknown) => {
  if (route.path.startsWith('/workflow/')) {
    expect(body).toStrictEqual({ detail: expect.any(String), code: kind.toUpperCase() })
  } else {
    expect(body).toStrictEqual({ error: kind, message: expect.any(String) })
  }
}

/** Tokens that open nothing, and would have. */
async function badTokens() {
  const clock = createSettableClock(Date.now())
  const server = await served.start({ env: { WW_AUTH: 'required' }, clock })
  const { token: good } = await server.create({ role: 'admin' })
  const expired = await server.create({ role: 'admin', expires: '1h' })
  const revoked = await server.create({ role: 'admin', name: 'revoked' })
  expect((await request(server.url, nowhere, bearer(revoked.token))).status).toBe(404)
  expect((await request(server.url, nowhere, bearer(expired.token))).status).toBe(404)
  await server.revoke('revoked')
  clock.advance(2 * hourMs)
  const headers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'no key': {},
    'an empty key': { authorization: 'Bearer' },
    'another scheme': { authorization: `Basic ${Buffer.from(`ww:${good}`).toString('base64')}` },
    'an unknown key': bearer(`ww_000000000000_${good.slice(-43)}`),
    'a wrong secret': bearer(`${good.slice(0, -43)}${revoked.token.slice(-43)}`),
    'a longer key': bearer(`${good}x`),
    'an expired key': bearer(expired.token),
    'a revoked key': bearer(revoked.token),
  }
  return { server, good, headers }
}

describe('a server that asks for keys', async () => {
  const { server, good, headers } = await badTokens()

  test('there are routes to guard', () => {
    expect(guarded.map(named)).toEqual(expect.arrayContaining(['POST /workflow/execute', 'POST /workflow/ai-answer']))
  })

  test.each(guarded.map((route) => [named(route), route] as const))(
    '[COM8] [WFL7] %s answers 401 to whoever has no good key, and the same to all',
    async (_name, route) => {
      const answers = await Promise.all(
        Object.values(headers).map(async (each) => {
          const { status, headers: answered, text } = await request(server.url, route, each)
          return { status, challenge: answered.get('www-authenticate'), text }
        }),
      )
      for (const { status, challenge, text } of answers) {
        expect([status, challenge]).toEqual([401, 'Bearer'])
        isRefusal(route, 'unauthorized', JSON.parse(text))
        expect(text).toBe(answers[0]?.text)
      }
    },
  )

  test.each(guarded.map((route) => [named(route), route] as const))('%s lets a good key in', async (_name, route) => {
    expect((await request(server.url, route, bearer(good))).status).not.toBe(401)
  })

  test('what is not there is not told from what is', async () => {
    expect((await request(server.url, nowhere)).status).toBe(401)
    expect((await request(server.url, { ...nowhere, method: 'POST' })).status).toBe(401)
    expect((await request(server.url, nowhere, bearer(good))).status).toBe(404)
  })

  test('a key in the address is no key', async () => {
    for (const name of ['token', 'access_token', 'key', 'authorization']) {
      const path = `/workflow/execute?${name}=${good}`
      expect((await request(server.url, { method: 'POST', path })).status).toBe(401)
    }
  })

  test('whether it lives and what it can do it tells anybody', async () => {
    for (const route of routes.filter(isOpen)) expect((await request(server.url, route)).status).toBe(200)
  })

  test.each(['/openapi.json', '/docs'])(
    '[COM8] %s is open to who shows no key, and closed to a bad one',
    async (path) => {
      for (const [name, each] of Object.entries(headers)) {
        const { status } = await request(server.url, { method: 'GET', path }, each)
        expect([name, status]).toEqual([name, name === 'no key' ? 200 : 401])
      }
    },
  )

  test('a key that is made or revoked beside it counts from the next call on', async () => {
    const { token } = await server.create({ name: 'short' })
    const call = async () => (await request(server.url, nowhere, bearer(token))).status
    expect(await call()).toBe(404)
    expect((await server.list()).find(({ name }) => name === 'short')?.lastUsedAt).not.toBeNull()
    await server.revoke('short')
    expect(await call()).toBe(401)
  })
})

describe('a key that may only read', async () => {
  const server = await served.start({ env: { WW_AUTH: 'required' } })
  const { token } = await server.create({ role: 'read' })
  const { token: writer } = await server.create({ role: 'write' })

  test('[COM8] [WFL7] neither asks nor answers at the workflow door', async () => {
    const asked = { user_input: 'Where is the anchor?' }
    for (const route of guarded.filter(({ path }) => path.startsWith('/workflow/'))) {
      const { status, text } = await request(server.url, route, bearer(token), asked)
      expect(status).toBe(403)
      isRefusal(route, 'forbidden', JSON.parse(text))
    }
  })

  test('[WSS6] follows, and does not cancel', async () => {
    const question = { user_input: 'Where is the anchor kept?', ask_clarifications: false }
    const { workflow_id } = await execute(server.url, question, bearer(writer))
    const stream = openStream(server.url, workflow_id, '?cursor=0', bearer(token))
    await stream.opened
    stream.send({ command: 'cancel' })
    await Promise.race([stream.until(({ data }) => data?.code === 'FORBIDDEN').catch(() => undefined), stream.closed])
    expect(await stream.closed).toBe(1000)
    expect(stream.frames.map(({ type }) => type)).toContain('complete')
  })

  test('sees no figures of the whole server, nor does one that writes', async () => {
    for (const each of [token, writer]) {
      expect((await request(server.url, { method: 'GET', path: '/metrics' }, bearer(each))).status).toBe(403)
    }
  })
})

describe('a key for less, by every way in', async () => {
  const server = await served.start({ env: { WW_AUTH: 'required' } })
  const { token: reader } = await server.create({ role: 'read' })
  const { token: bound } = await server.create({ sessions: ['anna', 'ben'] })
  const call = async (token: string, name: string, input: object) => {
    const route = { method: 'POST', path: `/tools/${name}` }
    const { status, text } = await request(server.url, route, bearer(token), input)
    return { status, body: JSON.parse(text) }
  }
  /** As the official client gets it: a tool's error is a result, a resource's an error of the protocol. */
  const overMcp = async (token: string) => {
    const fetcher = (url: string | URL, init: RequestInit = {}) => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${token}`)
      return fetch(url, { ...init, headers })
    }
    return useHttpClient(server.url, { fetch: fetcher })
  }
  const forbidden = { error: 'forbidden', message: expect.any(String) }

  test.each(operations.map(({ name, effect }) => [name, effect] as const))(
    '[COM8] reading and POST /tools/%s (%s)',
    async (name, effect) => {
      const { status, body } = await call(reader, name, {})
      if (effect === 'read') expect(status).not.toBe(403)
      else expect({ status, body }).toStrictEqual({ status: 403, body: forbidden })
    },
  )

  test('[COM3] [COM8] sessions over REST', async () => {
    expect(await call(bound, 'get_session_id', {})).toMatchObject({ status: 200, body: { session_id: 'anna' } })
    for (const session of ['carla', 'default']) {
      const refused = { status: 403, body: forbidden }
      expect(await call(bound, 'remember', { text: 'Mine.', session_id: session })).toStrictEqual(refused)
      expect(await call(bound, 'recall', { query: 'rope', session_filter: session })).toStrictEqual(refused)
    }
  })

  test('[COM3] [COM8] roles and sessions over MCP', async () => {
    const [asReader, asBound] = [await overMcp(reader), await overMcp(bound)]
    expect(await asReader.call('remember', { text: 'Mine.' })).toStrictEqual({ isError: true, body: forbidden })
    expect(await asReader.call('gwt_store', { content: 'Mine.' })).toStrictEqual({ isError: true, body: forbidden })
    expect((await asReader.call('recall', { query: 'rope' })).isError).toBe(false)
    const elsewhere = await asBound.call('recall', { query: 'rope', session_id: 'carla' })
    expect(elsewhere).toStrictEqual({ isError: true, body: forbidden })
    expect(await asBound.ask('remember', { text: 'The rope is blue.' })).toMatchObject({ session_id: 'anna' })
    const uri = 'memory://episodes/carla'
    await expect(asBound.client.readResource({ uri })).rejects.toMatchObject({ data: { error: 'forbidden' } })
    const { resources } = await asBound.client.listResources()
    expect(resources.map((each) => each.uri)).toContain('memory://episodes/anna')
  })
})

describe('where only this machine can call', async () => {
  const server = await served.start()
  const question = { user_input: 'Where is the anchor kept?', ask_clarifications: false }

  test('nobody needs a key, also when there are some', async () => {
    expect((await post(server.url, 'execute', question)).status).toBe(201)
    await server.create()
    expect((await post(server.url, 'execute', question)).status).toBe(201)
  })

  test('[COM3] [COM8] who shows one is held to it, and a bad one is refused', async () => {
    const { token: reader } = await server.create({ role: 'read' })
    const route = { method: 'POST', path: '/workflow/execute' }
    expect((await request(server.url, route, bearer(reader), question)).status).toBe(403)
    expect((await request(server.url, route, bearer(`${reader}x`), question)).status).toBe(401)
    expect((await request(server.url, route, { authorization: 'Basic d3c6d3c=' }, question)).status).toBe(401)
  })

  test('who comes through a proxy may be anybody, and needs one', async () => {
    const { token } = await server.create()
    for (const name of ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'via']) {
      expect((await request(server.url, nowhere, { [name]: '203.0.113.7' })).status).toBe(401)
      expect((await request(server.url, nowhere, { [name]: '203.0.113.7', ...bearer(token) })).status).toBe(404)
    }
  })
})

describe('where other machines can call', () => {
  test('[COM8] it does not start without a key in force, and says how to make one', async () => {
    const dataDir = served.newFolder()
    const start = () => served.start({ dataDir, host: '0.0.0.0' })
    await expect(start()).rejects.toMatchObject({ field: '--host', message: expect.stringContaining('ww key create') })
    const beside = await served.start({ dataDir })
    const { token } = await beside.create({ name: 'gone' })
    await beside.revoke('gone')
    await expect(start()).rejects.toMatchObject({ field: '--host' })
    const { token: good } = await beside.create()
    const server = await start()
    expect((await request(server.url, nowhere)).status).toBe(401)
    expect((await request(server.url, nowhere, bearer(token))).status).toBe(401)
    expect((await request(server.url, nowhere, bearer(good))).status).toBe(404)
  })
})
