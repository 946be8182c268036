import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WorldWeaverError as LibraryError } from '#ww/errors.js'
import { createClient, type ErrorCode, errorCodes, WorkflowError, WorldWeaverError } from '#ww/surfaces/client/index.js'
import { createHttpApp } from '#ww/surfaces/http/http-app.js'
import { useServed } from '../support/access.js'
import { httpSurface } from '../support/http-app.js'
import { listen } from '../support/keyed-server.js'
import { useMinds } from '../support/minds.js'

const served = useServed()
const minds = useMinds()

async function failure(call: Promise<unknown>): Promise<WorldWeaverError> {
  const error = await call.then(
    (answer) => new Error(`It answered ${JSON.stringify(answer)}`),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(WorldWeaverError)
  return error as WorldWeaverError
}

/** A server of the test's own, for what ours does not say. */
async function useAnswer(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('what the server refuses', async () => {
  const mind = minds.open()
  const server = await served.start()
  const client = createClient({ url: server.url })

  test('[COM8] is the error that the library throws: code, message and field', async () => {
    const inputs = [
      ['recall', { query: '' }],
      ['recall', { query: 'x', limits: 3 }],
      ['recall', {}],
      ['get_memory', { id: 'ep-01900000-0000-7000-8000-000000000000' }],
      ['create_episode', { content: 'half \ud800 of a pair' }],
    ] as const
    for (const [name, input] of inputs) {
      const over = await failure(client.call(name, input as never))
      const directly = await failure(mind.call(name, input as never))
      const { code, message, field, retryAfter } = directly
      expect({ ...over, message: over.message }).toEqual({ name: 'WorldWeaverError', code, message, field, retryAfter })
      expect(over).toBeInstanceOf(LibraryError)
    }
  })

  test.each(errorCodes)('[COM8] %s keeps its code, whoever throws it', async (code: ErrorCode) => {
    const surface = httpSurface(mind, {
      authenticate: async () => {
        throw new LibraryError(code, 'No.', { field: 'f', retryAfter: 7.5 })
      },
    })
    const one = createClient({ url: await listen(createHttpApp(surface)) })
    const error = await failure(one.call('memory_stats', {}))
    expect({ ...error, message: error.message }).toEqual({
      name: 'WorldWeaverError',
      code,
      message: 'No.',
      field: 'f',
      retryAfter: 7.5,
    })
    expect(await failure(one.workflow.execute({ user_input: 'Where?' }))).toMatchObject({ code, message: 'No.' })
  })

  test('[GWT1] at the workspace door is an answer, as in the library', async () => {
    const input = { content: 'x', memory_type: 'olfactory' } as never
    const over = await client.call('gwt_store', input)
    expect(over).toEqual(await mind.call('gwt_store', input))
    expect(over).toMatchObject({ error: expect.any(String), supported_memory_types: expect.any(Array) })
  })

  test('[WFL7] at the workflow door has the door’s own name besides', async () => {
    const workflow_id = crypto.randomUUID()
    const missing = await failure(client.workflow.execute({ user_input: 'Where?', workflow_id }))
    expect(missing).toBeInstanceOf(WorkflowError)
    expect(missing).toMatchObject({ code: 'not_found', reason: 'WORKFLOW_NOT_FOUND' })
    const { workflow_id: known } = await client.workflow.execute({ user_input: "What's the best product?" })
    const message_id = crypto.randomUUID()
    const unheard = await failure(client.workflow.answer({ workflow_id: known, message_id, response: 'x' }))
    expect(unheard).toMatchObject({ code: 'not_found', reason: 'MESSAGE_NOT_FOUND' })
    const blank = await failure(client.workflow.execute({ user_input: ' ' }))
    expect(blank).toMatchObject({ code: 'validation_error', reason: 'INVALID_REQUEST' })
  })
})

describe('keys', async () => {
  const server = await served.start({ env: { WW_AUTH: 'required' } })
  const of = (key?: string) => createClient({ url: server.url, ...(key === undefined ? {} : { key }) })

  test('[COM3] a key that writes, one that only reads, one of a session, wrong ones and none', async () => {
    const writer = of((await server.create()).token)
    const { id } = await writer.call('remember', { text: 'The rope is blue.' })
    const reader = of((await server.create({ role: 'read' })).token)
    expect(await reader.call('get_memory', { id })).toMatchObject({ content: 'The rope is blue.' })
    expect(await failure(reader.call('remember', { text: 'No.' }))).toMatchObject({ code: 'forbidden' })
    expect(await failure(reader.workflow.execute({ user_input: 'No?' }))).toMatchObject({
      code: 'forbidden',
      reason: 'FORBIDDEN',
    })
    const bound = of((await server.create({ sessions: ['anna'] })).token)
    expect(await bound.call('get_session_id', {})).toMatchObject({ session_id: 'anna' })
    expect(await failure(bound.call('memory_stats', { session_id: 'ben' }))).toMatchObject({ code: 'forbidden' })
    const revoked = await server.create({ name: 'old' })
    await server.revoke('old')
    for (const key of [undefined, 'ww_nonsense', revoked.token]) {
      const error = await failure(of(key).call('memory_stats', {}))
      expect(error).toMatchObject({ code: 'unauthorized' })
      if (key !== undefined) expect(String(error.stack)).not.toContain(key)
    }
  })
})

describe('a call that is not answered', () => {
  test('a server that is not there is said so, with the cause', async () => {
    const url = await useAnswer(() => {})
    const gone = createClient({ url: 'http://127.0.0.1:9' })
    const error = await failure(gone.call('memory_stats', {}))
    expect(error).toMatchObject({ code: 'internal_error', cause: expect.any(Error) })
    expect(error.message).toMatch(/^http:\/\/127\.0\.0\.1:9 cannot be reached, or the connection broke: \S/)
    const late = await failure(createClient({ url, timeoutMs: 50 }).call('memory_stats', {}))
    expect(late).toMatchObject({ code: 'timeout', message: `${url} did not answer within 0.05 seconds` })
  })

  test('the time is for the whole answer, not for its first byte', async () => {
    const url = await useAnswer((_, response) => response.writeHead(200).write('{'))
    expect(await failure(createClient({ url, timeoutMs: 200 }).call('memory_stats', {}))).toMatchObject({
      code: 'timeout',
    })
  })

  test('a signal gives up, before and while, as it does in the library', async () => {
    const url = await useAnswer(() => {})
    const client = createClient({ url })
    const stop = new AbortController()
    const calling = failure(client.call('memory_stats', {}, { signal: stop.signal }))
    const reason = new Error('enough')
    stop.abort(reason)
    for (const error of [await calling, await failure(client.call('memory_stats', {}, { signal: stop.signal }))]) {
      expect(error).toMatchObject({ code: 'timeout', message: 'The call was given up', cause: reason })
    }
  })

  test.each([
    [200, '<html>Sign in</html>', 'internal_error', /is not a World Weaver server$/],
    [502, '<html>Bad Gateway</html>', 'internal_error', /^The server answered 502$/],
    [429, 'slow down', 'rate_limited', /429/],
    [401, '', 'unauthorized', /401/],
    [413, '"too large"', 'validation_error', /413/],
    [504, 'null', 'timeout', /504/],
  ])('what a proxy on the way answers has a code, too: %i %s', async (status, body, code, message) => {
    const url = await useAnswer((_, response) => response.writeHead(status, { 'retry-after': '3' }).end(body))
    const error = await failure(createClient({ url }).call('memory_stats', {}))
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) })
    if (status !== 200) expect(error.retryAfter).toBe(3)
  })

  test('a key that is none is refused at once, and not shown', () => {
    for (const key of ['', 'ww_1_secret\n', 'Bearer ww_1_secret']) {
      const refused = expect.objectContaining({ code: 'validation_error', field: 'key' })
      expect(() => createClient({ url: 'http://localhost:8000', key })).toThrow(refused)
      expect(() => createClient({ url: 'http://localhost:8000', key })).not.toThrow(/secret/)
    }
  })

  test('a time that no timer can count is as long as it can', async () => {
    const url = await useAnswer((_, response) => setTimeout(() => response.end('{"session_id":"anna"}'), 50))
    const client = createClient({ url, timeoutMs: Number.POSITIVE_INFINITY })
    expect(await client.call('get_session_id', {})).toMatchObject({ session_id: 'anna' })
  })

  test('an address that is none is refused at once', () => {
    for (const url of ['', 'localhost:8000', 'ftp://example.org', '/tools']) {
      expect(() => createClient({ url })).toThrow(expect.objectContaining({ code: 'validation_error', field: 'url' }))
    }
  })
})

describe('[COM10] a call too many', () => {
  /** Refuses so often, then answers. */
  async function refusing(times: number) {
    let calls = 0
    const url = await useAnswer((_, response) => {
      calls++
      const isRefused = calls <= times
      const body = isRefused ? { error: 'rate_limited', message: 'Wait', retry_after: 0.01 } : { session_id: 'anna' }
      response.writeHead(isRefused ? 429 : 200, { 'retry-after': '600' }).end(JSON.stringify(body))
    })
    return { client: createClient({ url }), calls: () => calls }
  }

  test('is an error that says how long to wait, unless the caller lets it wait', async () => {
    const { client, calls } = await refusing(2)
    expect(await failure(client.call('get_session_id', {}))).toMatchObject({ code: 'rate_limited', retryAfter: 0.01 })
    expect(calls()).toBe(1)
    expect(await client.call('get_session_id', {}, { retry: 1 })).toMatchObject({ session_id: 'anna' })
    expect(calls()).toBe(3)
  })

  test('waits no more often than it was told', async () => {
    const { client, calls } = await refusing(9)
    expect(await failure(client.call('get_session_id', {}, { retry: 2 }))).toMatchObject({ code: 'rate_limited' })
    expect(calls()).toBe(3)
  })

  test('of a real server tells how long to wait; waiting ends with the signal', async () => {
    const server = await served.start({ env: { WW_RATE_LIMIT: '1' } })
    const client = createClient({ url: server.url })
    await client.call('get_session_id', {})
    const { code, retryAfter } = await failure(client.call('get_session_id', {}))
    expect(code).toBe('rate_limited')
    expect(retryAfter).toBeGreaterThan(0)
    const atTheDoor = await failure(client.workflow.execute({ user_input: 'Where?' }))
    expect(atTheDoor).toMatchObject({ code: 'rate_limited', reason: 'RATE_LIMITED', retryAfter: expect.any(Number) })
    const stop = new AbortController()
    const waiting = failure(client.call('get_session_id', {}, { retry: 1, signal: stop.signal }))
    setTimeout(() => stop.abort(), 100)
    expect(await waiting).toMatchObject({ code: 'timeout', message: 'The call was given up' })
  })

  test('is the only thing that is tried again: what broke off may have been done', async () => {
    let calls = 0
    const url = await useAnswer((request) => {
      calls++
      request.socket.destroy()
    })
    expect(await failure(createClient({ url }).call('remember', { text: 'x' }, { retry: 5 }))).toMatchObject({
      code: 'internal_error',
    })
    expect(calls).toBe(1)
  })
})
