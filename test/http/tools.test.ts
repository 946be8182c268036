import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createStaticEmbedder } from '#ww/adapters/embedders/static/static-embedder.js'
import { type ErrorCode, errorCodes, WorldWeaverError } from '#ww/errors.js'
import type { Access } from '#ww/memory/access/access.js'
import { operations } from '#ww/operations/index.js'
import type { CallOptions } from '#ww/operations/machinery/operation-context.js'
import { rowCounts } from '../support/database.js'
import { type HttpApp, openHttpApp } from '../support/http-app.js'
import { type Mind, useMinds } from '../support/minds.js'

const minds = useMinds()
const json = { 'content-type': 'application/json' }
const post = (headers: Readonly<Record<string, string>>, body: RequestInit['body']): RequestInit => ({
  method: 'POST',
  headers,
  body: body ?? null,
})
const validationError = (field?: string) => ({
  error: 'validation_error',
  message: expect.stringMatching(/\S/),
  ...(field === undefined ? {} : { field }),
})

describe('POST /tools/{name}', () => {
  const mind = minds.open()
  const app = openHttpApp(mind)

  test('[OPS5] takes the input of an operation and answers its output', async () => {
    const told = await app.call('remember', { text: 'The kettle is on the upper shelf.' })
    expect(told).toMatchObject({ status: 200, body: { id: expect.stringMatching(/^ep-/) } })
    expect(told.headers.get('content-type')).toMatch(/^application\/json/)
    const found = await app.call('recall', { query: 'Where is the kettle?' })
    expect(found.body).toEqual(await mind.call('recall', { query: 'Where is the kettle?' }))
    expect(found.body).toMatchObject({ memories: [{ id: told.body.id, content: 'The kettle is on the upper shelf.' }] })
  })

  test('[OPS5] no body is an empty input', async () => {
    for (const headers of [{}, json]) {
      expect(await app.send('/tools/get_session_id', post(headers, null))).toMatchObject({
        status: 200,
        body: { session_id: 'default' },
      })
    }
    expect(await app.send('/tools/recall', post({}, null))).toMatchObject({
      status: 400,
      body: validationError('query'),
    })
  })

  test('[COM8] an error of the contract is exactly its body, under a code of HTTP', async () => {
    const bad = await app.call('recall', { query: 'kettle', limits: 5 })
    expect([bad.status, bad.body]).toStrictEqual([400, validationError('limits')])
    const id = 'ep-01900000-0000-7000-8000-000000000000'
    const missing = await app.call('get_memory', { id })
    expect([missing.status, missing.body]).toStrictEqual([
      404,
      { error: 'not_found', message: expect.any(String), field: 'id' },
    ])
    for (const input of ['x', 5, true, []]) {
      const answer = await app.call('memory_stats', input)
      expect([answer.status, answer.body]).toStrictEqual([400, validationError('arguments')])
    }
  })

  const statuses: Readonly<Record<ErrorCode, number>> = {
    validation_error: 400,
    unauthorized: 401,
    forbidden: 403,
    not_found: 404,
    rate_limited: 429,
    internal_error: 500,
    timeout: 504,
  }
  test.each(errorCodes)('[COM8] %s has its code of HTTP, whoever throws it', async (code) => {
    const failing = openHttpApp(mind, {
      authenticate: async () => {
        throw new WorldWeaverError(code, 'No.')
      },
    })
    const answer = await failing.call('memory_stats', {})
    expect([answer.status, answer.body]).toStrictEqual([statuses[code], { error: code, message: 'No.' }])
  })

  test('[COM8] what went wrong on our side is a number to find it by, and its cause stays in the log', async () => {
    const failing = openHttpApp(mind, {
      memoryFor: async () => {
        throw new Error('the disk /var/secret is full')
      },
    })
    const answer = await failing.call('memory_stats', {})
    expect(answer.status).toBe(500)
    expect(answer.body).toStrictEqual({ error: 'internal_error', message: expect.stringMatching(/Reference: \w{8}$/) })
    expect(JSON.stringify(answer.body)).not.toContain('secret')
    expect(failing.logged).toEqual(['operation failed'])
  })

  test('[GWT1] what the workspace door refuses is an answer: 200, with the sentence', async () => {
    const refused = await app.call('gwt_store', { content: ' ', memory_type: 'semantic' })
    expect([refused.status, refused.body]).toStrictEqual([200, { error: 'content must not be blank' }])
    const unknown = await app.call('gwt_store', { content: 'x', memory_type: 'olfactory' })
    expect(unknown).toMatchObject({ status: 200, body: { supported_memory_types: expect.any(Array) } })
  })

  test('[COM8] there is no other name', async () => {
    for (const name of ['recal', 'Recall', 'constructor', '__proto__', 'recall/', 'recall/x', '%00', '%', '..', '']) {
      const answer = await app.send(`/tools/${name}`, post(json, '{"query":"kettle"}'))
      expect([answer.status, answer.body], name).toStrictEqual([
        404,
        { error: 'not_found', message: expect.any(String) },
      ])
    }
  })

  test('[COM8] any method but POST is 405, and says which would do', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await app.send('/tools/recall', { method })
      expect([answer.status, answer.headers.get('allow')], method).toEqual([405, 'POST'])
      expect(answer.body, method).toStrictEqual(validationError())
      expect((await app.send('/tools/recal', { method })).status).toBe(404)
    }
    const head = await app.fetch(
      new Request('http://localhost/tools/recall', { method: 'HEAD', headers: { host: 'localhost' } }),
    )
    expect([head.status, await head.text()]).toEqual([405, ''])
  })

  test('[COM8] what a page of somebody else could send without asking is 415: a form, text, bytes of no type', async () => {
    const before = rowCounts(mind.dataDir)
    const body = '{"text":"Planted by a page."}'
    const types = [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      'application/jsonx',
    ]
    for (const type of [...types, 'application/json, text/plain', 'application/json; charset=latin1']) {
      const answer = await app.send('/tools/remember', post({ 'content-type': type }, body))
      expect([answer.status, answer.body], type).toStrictEqual([415, validationError('Content-Type')])
    }
    const untyped = await app.send('/tools/remember', post({}, new TextEncoder().encode(body)))
    expect([untyped.status, untyped.body]).toStrictEqual([415, validationError('Content-Type')])
    const foreign = await app.send('/tools/remember', post({ ...json, origin: 'https://evil.example' }, body))
    expect([foreign.status, foreign.body]).toStrictEqual([403, { error: 'forbidden', message: expect.any(String) }])
    expect(rowCounts(mind.dataDir)).toEqual(before)
    for (const type of ['application/json', 'Application/JSON; charset=UTF-8', 'application/json;charset="utf-8"']) {
      expect((await app.send('/tools/recall', post({ 'content-type': type }, '{"query":"page"}'))).status).toBe(200)
    }
  })

  test('[COM8] a body that is no JSON, or no UTF-8, is 400; one of more than 8 MiB is 413', async () => {
    const latin1 = new Uint8Array([...Buffer.from('{"query":"Gr'), 0xfc, ...Buffer.from('n"}')])
    for (const body of ['{"query":', '{} {}', 'query=x', '\ufeff', latin1]) {
      const answer = await app.send('/tools/recall', post(json, body))
      expect([answer.status, answer.body]).toStrictEqual([400, validationError()])
    }
    const of = (bytes: number) => `{"query":"kettle"${' '.repeat(bytes - '{"query":"kettle"}'.length)}}`
    expect((await app.send('/tools/recall', post(json, of(8 * 1024 * 1024)))).status).toBe(200)
    const tooLarge = await app.send('/tools/recall', post(json, of(8 * 1024 * 1024 + 1)))
    expect([tooLarge.status, tooLarge.body]).toStrictEqual([413, validationError()])
  })

  test('[COM13] the project comes from the caller alone, and the access with it', async () => {
    const seen: (CallOptions | undefined)[] = []
    const access: Access = { tenant: 'acme', role: 'write', key: 'laptop', sessions: ['anna'] }
    const own: HttpApp = openHttpApp(mind, {
      authenticate: async () => access,
      memoryFor: async () => ({
        ...mind,
        invoke(operation, input, options) {
          seen.push(options)
          return mind.invoke(operation, input, options)
        },
      }),
    })
    const { body } = await own.call('remember', { text: 'The cups are blue.', project: 'kitchen', session_id: 'anna' })
    expect(await mind.call('get_memory', { id: String(body.id), project: '*' })).toMatchObject({ project: 'kitchen' })
    expect(seen).toEqual([expect.objectContaining({ access })])
  })

  test('every operation there is has its route', async () => {
    for (const { name } of operations)
      expect((await app.send(`/tools/${name}`, { method: 'GET' })).status, name).toBe(405)
  })
})

describe('how often a session may call a tool', () => {
  const limited = (limit: number): { app: HttpApp; mind: Mind } => {
    const mind = minds.open()
    return { app: openHttpApp(mind, { limit }), mind }
  }
  const headersOf = ({ headers }: { headers: Headers }) =>
    ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`))

  test('[COM10] every call counts, valid or not; one too many is 429, and says how long to wait', async () => {
    const { app, mind } = limited(5)
    const reset = String(Math.ceil((mind.clock.now() + 60_000) / 1000))
    const first = await app.call('get_session_id', {})
    expect([first.status, ...headersOf(first)]).toEqual([200, '5', '4', reset])
    expect(first.headers.get('retry-after')).toBeNull()
    mind.clock.advance(10_000)
    const counted = [
      await app.call('recall', {}),
      await app.call('recal', {}),
      await app.send('/tools/recall', post(json, 'no JSON')),
      await app.send('/tools/recall', post({ 'content-type': 'text/plain' }, '{}')),
    ]
    expect(counted.map((answer) => [answer.status, ...headersOf(answer)])).toEqual([
      [400, '5', '3', reset],
      [404, '5', '2', reset],
      [400, '5', '1', reset],
      [415, '5', '0', reset],
    ])
    for (let call = 0; call < 5; call++) {
      const refused = await app.call('get_session_id', {})
      expect([refused.status, ...headersOf(refused)]).toEqual([429, '5', '0', reset])
      expect(refused.headers.get('retry-after')).toBe('50')
      const message = "Rate limit exceeded for session 'default'"
      expect(refused.body).toStrictEqual({ error: 'rate_limited', message, retry_after: 50 })
    }
    // Refused calls were not counted: the first call's place is free when it has left the window.
    mind.clock.advance(50_000)
    expect(headersOf(await app.call('get_session_id', {})).slice(0, 2)).toEqual(['5', '0'])
    expect((await app.send('/health/live')).headers.get('x-ratelimit-limit')).toBeNull()
    expect((await app.send('/tools/recall', { method: 'GET' })).headers.get('x-ratelimit-limit')).toBeNull()
  })

  test('[COM10] [COM3] a session counts for itself, together with its workflow; a name that cannot be one does not', async () => {
    const { app } = limited(2)
    const remaining = async (input: object) =>
      (await app.call('get_session_id', input)).headers.get('x-ratelimit-remaining')
    expect(await remaining({ session_id: 'anna' })).toBe('1')
    const body = JSON.stringify({ user_input: '', preferences: { session_id: 'anna' } })
    expect((await app.send('/workflow/execute', post(json, body))).headers.get('x-ratelimit-remaining')).toBe('0')
    const refused = await app.send('/workflow/execute', post(json, body))
    expect([refused.status, refused.body]).toStrictEqual([429, { detail: expect.any(String), code: 'RATE_LIMITED' }])
    expect((await app.call('get_session_id', { session_id: 'anna' })).status).toBe(429)
    expect(await remaining({ session_id: 'x'.repeat(200) })).toBe('1')
    expect(await remaining({})).toBe('0')
    expect(await remaining({ session_id: 'ben' })).toBe('1')
  })

  test('[COM10] tenants count apart', async () => {
    const mind = minds.open()
    let tenant = 'acme'
    const app = openHttpApp(mind, { limit: 1, authenticate: async () => ({ tenant, role: 'write', key: 'k' }) })
    expect((await app.call('get_session_id', {})).status).toBe(200)
    expect((await app.call('get_session_id', {})).status).toBe(429)
    tenant = 'umbrella'
    expect((await app.call('get_session_id', {})).status).toBe(200)
  })

  test('[COM10] 0 is no limit, and no headers', async () => {
    const { app } = limited(0)
    expect(headersOf(await app.call('get_session_id', {}))).toEqual([null, null, null])
  })
})

describe('a client that hangs up', () => {
  test('aborts the signal of its operation', async () => {
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const embedder = createStaticEmbedder()
    const mind = minds.open({
      embedder: {
        identity: embedder.identity,
        dimensions: embedder.dimensions,
        embed: (texts) => embedder.embed(texts),
        async embedQuery(text) {
          await gate
          return embedder.embedQuery(text)
        },
      },
    })
    const signals: AbortSignal[] = []
    const outcomes: Promise<unknown>[] = []
    const app = openHttpApp(mind, {
      memoryFor: async () => ({
        ...mind,
        invoke(operation, input, options) {
          signals.push(options!.signal!)
          const outcome = mind.invoke(operation, input, options)
          outcomes.push(outcome)
          return outcome
        },
      }),
    })
    const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const calling = request({ port, host: '127.0.0.1', path: '/tools/gwt_attend', method: 'POST', headers: json })
    calling.on('error', () => undefined)
    calling.end('{"question":"Where is the kettle?","passes":3}')
    await expect.poll(() => signals, { timeout: 60_000 }).toHaveLength(1)
    expect(signals[0]!.aborted).toBe(false)
    calling.destroy()
    await expect.poll(() => signals[0]!.aborted, { timeout: 60_000 }).toBe(true)
    open()
    await expect(outcomes[0]).rejects.toMatchObject({ code: 'timeout' })
    expect(app.logged).toEqual([])
  })
})
