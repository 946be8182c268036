import { describe, expect, test } from 'vitest'
import type { Access } from '#ww/memory/access/access.js'
import { operations } from '#ww/operations/index.js'
import { costOf } from '#ww/operations/machinery/cost.js'
import { createCallLimits } from '#ww/surfaces/call-limits.js'
import { type HttpApp, openHttpApp } from '../support/http-app.js'
import { useMinds } from '../support/minds.js'

const minds = useMinds()
const json = { 'content-type': 'application/json' }

interface Limits {
  readonly limit?: number
  readonly perKey?: number
  readonly perTenant?: number
}

/** One server for callers whose token is the name of their key. */
function aServer(limits: Limits, keys: Readonly<Record<string, Omit<Access, 'key' | 'tenant' | 'role'>>> = {}) {
  const mind = minds.open()
  const app = openHttpApp(mind, {
    ...limits,
    authenticate: async ({ token = '' }) => ({ tenant: 'default', role: 'write', key: token, ...keys[token] }),
  })
  const send = (key: string, path: string, body: string, type = 'application/json') =>
    app.send(path, { method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': type }, body })
  const call = (key: string, input: object, name = 'memory_stats') =>
    send(key, `/tools/${name}`, JSON.stringify(input)).then(({ status }) => status)
  return { mind, app, send, call }
}

describe('a key that names another session for every call', () => {
  test('[COM10] gains nothing: its bucket empties, and another key is served', async () => {
    const { call, mind } = aServer({ limit: 100, perKey: 20, perTenant: 1_000 })
    const statuses = []
    for (let at = 0; at < 30; at++) statuses.push(await call('mallory', { session_id: `s${at}` }))
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.slice(20)).toEqual(Array(10).fill(429))
    expect(await call('anna', {})).toBe(200)
    // Refused calls were not counted: a third of a minute refills a third of the bucket.
    mind.clock.advance(3_000)
    expect(await call('mallory', { session_id: 'later' })).toBe(200)
    expect(await call('mallory', { session_id: 'later-still' })).toBe(429)
  })

  test('[COM10] nor do many keys of a tenant: it has a bucket of its own', async () => {
    const { call } = aServer({ limit: 100, perKey: 10, perTenant: 25 })
    const statuses = []
    for (let at = 0; at < 40; at++) statuses.push(await call(`key-${at}`, { session_id: `s${at}` }))
    expect(statuses.filter((status) => status === 200)).toHaveLength(25)
  })

  test('[COM10] is told for how long to wait, and whose limit it is', async () => {
    const { send } = aServer({ limit: 100, perKey: 6, perTenant: 0 })
    const answers = []
    for (let at = 0; at < 7; at++) answers.push(await send('mallory', '/tools/memory_stats', `{"session_id":"s${at}"}`))
    const refused = answers.at(-1)!
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('10')
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
    expect(refused.body).toEqual({
      error: 'rate_limited',
      message: 'Rate limit exceeded for this key',
      retry_after: 10,
    })
  })
})

describe('what a call costs', () => {
  test('[COM10] is declared with the operation, or follows from its effect', () => {
    const cost = (name: string) => costOf(operations.find((each) => each.name === name)!)
    expect([cost('recall'), cost('remember'), cost('forget')]).toEqual([1, 2, 10])
    expect([cost('consolidate_now'), cost('gwt_export_memory')]).toEqual([20, 20])
    for (const operation of operations) expect(costOf(operation), operation.name).toBeGreaterThanOrEqual(1)
  })

  test('[COM10] dear calls empty a bucket sooner', async () => {
    const { call } = aServer({ limit: 100, perKey: 40 })
    const audits = [await call('anna', {}, 'audit_memory'), await call('anna', {}, 'audit_memory')]
    expect(audits).toEqual([200, 200])
    expect(await call('anna', {})).toBe(429)
  })
})

describe('malformed calls of one key', () => {
  const malformed: readonly (readonly [string, string, string, string?])[] = [
    ['a body that is no JSON', '/tools/recall', 'no JSON'],
    ['a body of another type', '/tools/recall', '{"query":"x"}', 'text/plain'],
    ['a body that is no object', '/tools/recall', '[]'],
    ['an unknown operation', '/tools/recal', '{}'],
    ['an input that is not valid', '/tools/recall', '{"query":7}'],
    ['a session that cannot be', '/tools/recall', '{"query":"x","session_id":"a b"}'],
    ['a workflow call that is not valid', '/workflow/execute', '{"user_input":7}'],
    ['a workflow call of another type', '/workflow/execute', '{"user_input":"x"}', 'text/plain'],
    ['a message that is no JSON', '/mcp', 'no JSON'],
    ['a tool that is none', '/mcp', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"recal"}}'],
  ]

  test.each(malformed)('[COM10] %s does not use up another’s', async (_, path = '', body = '', type) => {
    const { send, call } = aServer({ limit: 3, perKey: 100, perTenant: 4 })
    const statuses = []
    for (let at = 0; at < 6; at++) {
      const { status, body: answer } = await send('mallory', path, body, type)
      statuses.push(status === 200 && JSON.stringify(answer).includes('rate_limited') ? 429 : status)
    }
    // Its own calls are counted: three, as in a session.
    expect(statuses.slice(0, 3)).not.toContain(429)
    expect([await call('anna', {}), await call('anna', {}), await call('anna', {})]).toEqual([200, 200, 200])
  })

  test('[COM10] are refused when there are too many', async () => {
    const { send } = aServer({ limit: 3 })
    const statuses = []
    for (let at = 0; at < 5; at++) statuses.push((await send('mallory', '/tools/recall', 'no JSON')).status)
    expect(statuses).toEqual([400, 400, 400, 429, 429])
  })
})

describe('MCP', () => {
  const batchOf = (count: number, method: string) =>
    JSON.stringify(Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, method, params: {} })))
  const ask = (app: HttpApp, body: string) =>
    app.fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: {
          ...json,
          host: 'localhost',
          accept: 'application/json, text/event-stream',
          authorization: 'Bearer mallory',
        },
        body,
      }),
    )

  test('[COM10] every message of a batch costs its key something, lists too', async () => {
    const { app } = aServer({ limit: 100, perKey: 150 })
    expect((await ask(app, batchOf(100, 'tools/list'))).status).toBe(200)
    const refused = await ask(app, batchOf(100, 'tools/list'))
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ error: { code: 429, data: { error: 'rate_limited' } } })
    // Nothing of the refused batch was counted.
    expect((await ask(app, batchOf(50, 'tools/list'))).status).toBe(200)
    expect((await ask(app, batchOf(1, 'tools/list'))).status).toBe(429)
  })
})

test('[COM10] several servers share buckets as they share windows', () => {
  const aLimit = () =>
    createCallLimits({ perSession: 100, perKey: 10, perTenant: 1_000, windowMs: 60_000, isShared: true })
  const [one, two] = [aLimit(), aLimit()]
  const call = (session: string) => ({ tenant: 'acme', key: 'k', session, cost: 1 })
  for (let at = 0; at < 8; at++) expect(one.take(call(`s${at}`), 0).allowed).toBe(true)
  two.merge(one.drain(), 500)
  const taken = Array.from({ length: 4 }, (_, at) => two.take(call(`t${at}`), 500).allowed)
  expect(taken).toEqual([true, true, false, false])
  expect(two.take({ ...call('x'), key: 'other' }, 500).allowed).toBe(true)
})
