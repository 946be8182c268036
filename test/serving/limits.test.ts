import { setTimeout as pause } from 'node:timers/promises'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createStaticEmbedder } from '#ww/adapters/embedders/static/static-embedder.js'
import type { WorldWeaverError } from '#ww/errors.js'
import { defineOperation, type Operation } from '#ww/operations/machinery/operation.js'
import type { Known } from '#ww/surfaces/http/http-surface.js'
import { accessLog } from '#ww/surfaces/http/middleware/access-log.js'
import { instrumentRequest } from '#ww/surfaces/http/middleware/instrument-request.js'
import { requestTimeout } from '#ww/surfaces/http/middleware/request-timeout.js'
import { eras, useHttpClient } from '../support/http-client.js'
import { call, listen, serveKeys } from '../support/keyed-server.js'
import { useMinds } from '../support/minds.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { execute, openStream, post, readStream } from '../support/workflow-client.js'
import { useGatedServer } from '../support/workflow-server.js'

const anna = { tenant: 'anna', role: 'write' } as const
const question = { user_input: 'Where is the harbour?', ask_clarifications: false }

/** Texts with "keepsake" wait at it. */
function createGate() {
  const embedder = createStaticEmbedder()
  let open = () => {}
  let waiting = 0
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  return {
    open: () => open(),
    waiting: () => waiting,
    embedder: {
      ...embedder,
      async embed(texts: readonly string[]) {
        if (texts.some((text) => text.includes('keepsake'))) {
          waiting++
          await gate
        }
        return embedder.embed(texts)
      },
    },
  }
}

describe('a request that takes too long', () => {
  const newFolder = useTemporaryFolders()

  test('[COM8] [WFL7] is answered as given up, though its work does not hear of it, and the next is served', async () => {
    const server = await useGatedServer({ dataDir: newFolder(), env: { WW_REQUEST_TIMEOUT: '5' } })
    const { workflow_id, message_id } = await execute(server.url, question)
    await readStream(server.url, workflow_id)
    const told = { workflow_id, message_id, response: 'It is a keepsake.' }
    const { status, body } = await post(server.url, 'ai-answer', told)
    expect(status).toBe(504)
    expect(body).toStrictEqual({ code: 'TIMEOUT', detail: expect.stringContaining('5 seconds') })
    expect((await post(server.url, 'execute', question)).status).toBe(201)
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toContain('ww_limited_total{limit="time"} 1')
    expect(metrics).toContain('ww_operation_duration_seconds_count{operation="workflow.answer",outcome="timeout"} 1')
  })
})

describe('an operation that takes too long', () => {
  const minds = useMinds()
  const declaration = {
    summary: 'Waits.',
    door: 'memory',
    effect: 'read',
    input: z.object({}),
    output: z.object({}),
    commandLine: { examples: [] },
  } as const

  test('[COM8] hears by its signal that it is given up; one that does not listen is left behind', async () => {
    const heard: unknown[] = []
    const listening = defineOperation({
      ...declaration,
      name: 'listen',
      run: (_input, { signal }) =>
        new Promise((_, reject) =>
          signal?.addEventListener('abort', () => {
            heard.push(signal.reason)
            reject(signal.reason)
          }),
        ),
    })
    let end = () => {}
    const ended = new Promise<Record<string, never>>((resolve) => {
      end = () => resolve({})
    })
    const deaf = defineOperation({ ...declaration, name: 'ignore', run: () => ended })
    const { surface } = await serveKeys({ keys: {}, minds: {}, limits: { requestTimeoutMs: 200 } })
    const mind = minds.open()
    const app = new Hono<Known>()
    const outcomes: unknown[] = []
    app.use(accessLog(surface), requestTimeout(surface))
    app.use((context, next) => {
      context.set('memory', mind)
      return next()
    })
    app.use(instrumentRequest(surface))
    app.post('/:name', async (context) => {
      const operation = context.req.param('name') === 'listen' ? listening : deaf
      const signal = new AbortController().signal
      await context
        .get('memory')
        .invoke(operation as unknown as Operation, {}, { signal })
        .catch((error: unknown) => {
          outcomes.push((error as WorldWeaverError).code)
          throw error
        })
      return context.body(null)
    })
    app.onError((error, context) => context.text((error as WorldWeaverError).code, 504))
    const url = await listen(app)
    for (const name of ['listen', 'ignore']) {
      const response = await fetch(`${url}/${name}`, { method: 'POST' })
      expect([response.status, await response.text()]).toEqual([504, 'timeout'])
    }
    expect(heard).toEqual([expect.objectContaining({ code: 'timeout' })])
    expect(outcomes).toEqual(['timeout', 'timeout'])
    end()
  })
})

describe('a resource that takes too long', () => {
  const minds = useMinds()

  test.each(eras)('[COM8] is given up, also where its answer is a stream that has begun, %s', async (_, mode) => {
    const mind = minds.open()
    const hanging = { ...mind, resources: { ...mind.resources, read: () => new Promise<never>(() => {}) } }
    const limits = { requestTimeoutMs: 500 }
    const { url, surface } = await serveKeys({ keys: { one: anna }, minds: { anna: hanging }, limits })
    const { client } = await useHttpClient(url, { mode, token: 'one' })
    await expect(client.readResource({ uri: 'memory://stats' })).rejects.toThrow('timed out after 0.5 seconds')
    const counted = 'ww_operation_duration_seconds_count{operation="resources/read",outcome="timeout"} 1'
    expect((await surface.report()).text).toContain(counted)
  })
})

describe('requests of one key', () => {
  const minds = useMinds()

  test('[COM8] are so many at a time: one more is refused with when to come again; other keys are served', async () => {
    const gate = createGate()
    const mind = minds.open({ embedder: gate.embedder })
    const keys = { one: anna, two: anna }
    const { url } = await serveKeys({ keys, minds: { anna: mind }, limits: { maxRequests: 2 } })
    const send = (key: string, path: string, body: unknown) =>
      call(url, `/workflow/${path}`, {
        key,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const asked = await Promise.all(
      [1, 2].map(async () => JSON.parse((await send('one', 'execute', question)).text) as Record<string, string>),
    )
    await mind.workflow.settled()
    const held = asked.map(({ workflow_id, message_id }) =>
      send('one', 'ai-answer', { workflow_id, message_id, response: 'It is a keepsake.' }),
    )
    await expect.poll(gate.waiting).toBe(2)

    const refused = await send('one', 'execute', question)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(JSON.parse(refused.text)).toStrictEqual({ code: 'RATE_LIMITED', detail: expect.any(String) })
    expect((await send('two', 'execute', question)).status).toBe(201)

    gate.open()
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200])
    await expect.poll(async () => (await send('one', 'execute', question)).status).toBe(201)
  })

  test.each(eras)(
    '[COM8] calls over MCP are requests, whether or not their answers are streamed, %s',
    async (_, mode) => {
      const gate = createGate()
      const mind = minds.open({ embedder: gate.embedder })
      const { url } = await serveKeys({ keys: { one: anna }, minds: { anna: mind }, limits: { maxRequests: 1 } })
      const { ask } = await useHttpClient(url, { mode, token: 'one' })
      const held = ask('remember', { text: 'It is a keepsake.' })
      await expect.poll(gate.waiting).toBe(1)
      await expect(ask('remember', { text: 'It is another.' })).rejects.toMatchObject({ data: { status: 429 } })
      gate.open()
      await held
      // What was refused was not done.
      await expect.poll(() => ask('memory_stats')).toMatchObject({ collections: { episodes: 1 } })
    },
  )

  test('[COM8] a subscription is no request: it has a bound of its own, and may last', async () => {
    const mind = minds.open({ threads: 'workers' })
    const limits = { maxRequests: 1, maxStreams: 1, requestTimeoutMs: 1_000 }
    const { url, surface } = await serveKeys({ keys: { one: anna }, minds: { anna: mind }, limits })
    const { client, ask } = await useHttpClient(url, { token: 'one' })
    const uris: string[] = []
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void uris.push(params.uri))
    const filter = { resourceSubscriptions: ['memory://episodes/default'] }
    const listening = await client.listen(filter)
    await expect(client.listen(filter)).rejects.toMatchObject({ data: { status: 429 } })
    expect(surface.streams.count()).toBe(1)

    await pause(1_500)
    await ask('remember', { text: 'The harbour is in the north.' })
    await expect.poll(() => uris, { timeout: 60_000 }).toEqual(filter.resourceSubscriptions)
    expect((await surface.report()).text).not.toContain('limit="time"')

    await listening.close()
    await expect.poll(() => surface.streams.count()).toBe(0)
    await (await client.listen(filter)).close()
  })
})

describe('sockets', () => {
  const newFolder = useTemporaryFolders()

  test('[WSS6] are so many at a time, are counted, and make room when they close', async () => {
    const server = await useGatedServer({ dataDir: newFolder(), env: { WW_MAX_STREAMS: '2' } })
    const { workflow_id } = await execute(server.url, { ...question, user_input: 'Where is the holdfast?' })
    const [first, second] = [openStream(server.url, workflow_id), openStream(server.url, workflow_id)]
    await Promise.all([first.opened, second.opened])
    expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('\nww_open_streams 2\n')
    const third = openStream(server.url, workflow_id)
    // Refused before it was a socket.
    expect(await third.closed).toBe(1006)
    first.socket.close()
    await first.closed
    await expect
      .poll(async () => {
        const again = openStream(server.url, workflow_id)
        return Promise.race([again.opened.then(() => 'open'), again.closed.then(() => 'refused')])
      })
      .toBe('open')
  })
})
