import { SpanStatusCode } from '@opentelemetry/api'
import { describe, expect, test } from 'vitest'
import { createOpenTelemetryTrace } from '#ww/adapters/telemetry/open-telemetry-trace.js'
import { call, serveKeys } from '../support/keyed-server.js'
import { useMinds } from '../support/minds.js'
import { recordSpans } from '../support/span-recorder.js'

const secret = 'Marigold-7781'
const keys = { one: { tenant: 'anna', role: 'write' } } as const

describe('traces', () => {
  const minds = useMinds()
  const openTraced = () => minds.open({ trace: createOpenTelemetryTrace('0.0.0') })

  test('lead from the caller’s span to the request, the operation and the calls of the store', async () => {
    const spans = recordSpans()
    const mind = openTraced()
    const { url } = await serveKeys({ keys, minds: { anna: mind } })
    const [traceId, caller] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
    const { status } = await call(url, '/workflow/execute', {
      key: 'one',
      method: 'POST',
      headers: { 'content-type': 'application/json', traceparent: `00-${traceId}-${caller}-01` },
      body: JSON.stringify({
        user_input: `Where is ${secret}?`,
        ask_clarifications: false,
        preferences: { tone: secret },
      }),
    })
    expect(status).toBe(201)
    await mind.workflow.settled()
    const request = spans.find(({ name }) => name === 'POST')
    expect(request).toMatchObject({ parent: caller, traceId, hasEnded: true })
    expect(request?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/workflow/execute',
      'http.response.status_code': 201,
    })
    const operation = spans.find(({ name }) => name === 'workflow.execute')
    expect(operation).toMatchObject({ parent: request?.id, traceId, hasEnded: true })
    const below = spans.filter(({ parent }) => parent === operation?.id).map(({ name }) => name)
    expect(below).toContain('store.commit')
    expect(spans.map(({ name }) => name)).toContain('store.rank')
    expect(spans.every(({ hasEnded }) => hasEnded)).toBe(true)
    expect(JSON.stringify(spans)).not.toContain(secret)
  })

  test('tell of a failure by its code, and not by its words', async () => {
    const spans = recordSpans()
    const { url } = await serveKeys({ keys, minds: { anna: openTraced() } })
    const body = JSON.stringify({ [secret]: secret })
    expect(
      (
        await call(url, '/workflow/execute', {
          key: 'one',
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
      ).status,
    ).toBe(400)
    expect(spans.find(({ name }) => name === 'workflow.execute')).toMatchObject({
      attributes: { 'error.type': 'validation_error' },
      status: { code: SpanStatusCode.ERROR },
    })
    expect(JSON.stringify(spans)).not.toContain(secret)
  })

  test('are none where nobody has registered an SDK, and all works as before', async () => {
    const mind = openTraced()
    const { id } = await mind.call('create_episode', { content: 'The harbour is in the north.' })
    expect((await mind.call('get_memory', { id })).content).toBe('The harbour is in the north.')
  })
})
