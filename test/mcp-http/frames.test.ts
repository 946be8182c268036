import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHttpApp } from '../support/http-app.js'
import { useAddress } from '../support/http-client.js'
import { useMinds } from '../support/minds.js'
import { startWorkflowServer, type WorkflowServer } from '../support/workflow-server.js'

const minds = useMinds()
let server: WorkflowServer

beforeAll(async () => {
  server = await startWorkflowServer({ dataDir: minds.newFolder() })
})
afterAll(() => server.crash())

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

const send = (body: RequestInit['body'], headers: Readonly<Record<string, string>> = json, method = 'POST') =>
  fetch(`${server.url}/mcp`, { method, headers, body })

interface ProtocolAnswer {
  readonly id: unknown
  readonly error: { readonly code: number; readonly message: string }
}

describe('what is no message, or comes the wrong way', () => {
  const bodies = {
    'no JSON': ['{nope', 400, -32700],
    nothing: ['', 400, -32700],
    'no UTF-8': [Buffer.from([0x22, 0xe9, 0x22]), 400, -32700],
    null: ['null', 400, -32600],
    'a number': ['5', 400, -32600],
    'an empty batch': ['[]', 400, -32600],
    'a batch of numbers': ['[1]', 400, -32600],
    'another protocol': ['{"jsonrpc": "1.0", "id": 1, "method": "ping"}', 400, -32600],
    'no method': ['{"jsonrpc": "2.0", "id": 1}', 400, -32600],
    'an id that is none': ['{"jsonrpc": "2.0", "id": {}, "method": "ping"}', 400, -32600],
    'positional parameters': ['{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": [1]}', 400, -32600],
    'more than a body may have': [JSON.stringify({ ...ping, params: { text: 'x'.repeat(9_000_000) } }), 413, -32600],
    'more messages than a batch may have': [JSON.stringify(Array(101).fill(ping)), 413, -32600],
  } as const

  test.each(Object.entries(bodies))('%s is refused in the protocol’s shape', async (_, [body, status, code]) => {
    const response = await send(body)
    expect(response.status).toBe(status)
    const { error } = (await response.json()) as ProtocolAnswer
    expect(error).toMatchObject({ code, message: expect.stringMatching(/\w/) })
  })

  test.each([
    ['text', { ...json, 'content-type': 'text/plain' }, 415],
    ['a form', { ...json, 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['to whoever takes no stream', { ...json, accept: 'application/json' }, 406],
    ['to whoever wants a page', { ...json, accept: 'text/html' }, 406],
    ['a protocol of nobody', { ...json, 'mcp-protocol-version': '1999-01-01' }, 400],
    ['a protocol that its body is not of', { ...json, 'mcp-protocol-version': '2026-07-28' }, 400],
  ])('%s: the answer says what it takes', async (_, headers, status) => {
    const response = await send(JSON.stringify(ping), headers)
    expect(response.status).toBe(status)
    expect(((await response.json()) as ProtocolAnswer).error.message).toMatch(/\w/)
  })

  test.each(['GET', 'DELETE', 'PUT', 'PATCH'])(
    '%s is answered with what may be used: there is no session to ask for or to end',
    async (method) => {
      const response = await send(null, { accept: 'text/event-stream' }, method)
      expect(response.status).toBe(405)
      expect(response.headers.get('Allow')).toBe('POST')
      expect(response.headers.get('X-Request-Id')).toMatch(/\w/)
    },
  )

  test('the server lives, and logged nothing of it', async () => {
    const response = await send(JSON.stringify(ping))
    expect(await response.text()).toContain('"result":{}')
    expect(server.log()).toBe('')
  })
})

test('[COM8] no message of any shape brings the server into trouble', async () => {
  const app = openHttpApp(minds.open())
  const url = await useAddress(app.fetch)
  const method = fc.constantFrom(
    'ping',
    'initialize',
    'tools/call',
    'tools/list',
    'resources/read',
    'resources/list',
    'resources/subscribe',
    'completion/complete',
    'logging/setLevel',
    'prompts/get',
    'server/discover',
    'subscriptions/listen',
    'notifications/cancelled',
    'notifications/initialized',
    'nothing/known',
  )
  const params = fc.oneof(
    fc.jsonValue(),
    fc.record(
      { name: fc.constantFrom('recall', 'memory_stats', 5, null), arguments: fc.jsonValue() },
      { requiredKeys: [] },
    ),
    fc.record(
      {
        requestId: fc.jsonValue(),
        uri: fc.jsonValue(),
        ref: fc.jsonValue(),
        notifications: fc.jsonValue(),
        _meta: fc.jsonValue(),
      },
      { requiredKeys: [] },
    ),
  )
  const message = fc.record(
    {
      jsonrpc: fc.constant('2.0'),
      id: fc.oneof(fc.nat(), fc.string(), fc.jsonValue()),
      method: fc.oneof(method, fc.jsonValue()),
      params,
    },
    { requiredKeys: ['jsonrpc'] },
  )
  const body = fc.oneof(message, fc.array(message, { maxLength: 3 }), fc.jsonValue())
  const header = fc.record(
    {
      'mcp-protocol-version': fc.constantFrom('2025-11-25', '2025-03-26', '2026-07-28', 'x'),
      'mcp-session-id': fc.constantFrom('a', 'b'),
      'mcp-method': method,
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(body, header, async (told, headers) => {
      const response = await fetch(`${url}/mcp`, {
        method: 'POST',
        headers: { ...json, ...headers },
        body: JSON.stringify(told),
      })
      const text = await response.text()
      expect(response.status, text).toBeLessThan(500)
      expect(text).not.toContain('internal_error')
    }),
    { numRuns: 1_000 },
  )
  expect(app.logged.filter((line) => line !== 'protocol error')).toEqual([])
})

test('a batch of many calls is no leak that the log tells of', async () => {
  const calls = Array.from({ length: 20 }, (_, id) => ({
    ...ping,
    id,
    method: 'tools/call',
    params: { name: 'recall', arguments: { query: 'Where is the rope?' } },
  }))
  const response = await send(JSON.stringify(calls))
  expect((await response.text()).match(/"id":\d+/g)).toHaveLength(20)
  expect(server.log()).not.toContain('Warning')
})
