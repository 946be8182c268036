import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createStaticEmbedder } from '#ww/adapters/embedders/static/static-embedder.js'
import type { WorldWeaverError } from '#ww/errors.js'
import type { Access } from '#ww/memory/access/access.js'
import { defineOperation, type Operation } from '#ww/operations/operation.js'
import { accountRequest } from '#ww/surfaces/http/account-request.js'
import { attendMind } from '#ww/surfaces/http/attend-mind.js'
import { giveUp } from '#ww/surfaces/http/give-up.js'
import type { Known } from '#ww/surfaces/http/http-surface.js'
import { limitRequests } from '#ww/surfaces/http/limit-requests.js'
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
    app.use(accountRequest(surface), giveUp(surface))
    app.use((context, next) => {
      context.set('mind', mind)
      return next()
    })
    app.use(attendMind(surface))
    app.post('/:name', async (context) => {
      const operation = context.req.param('name') === 'listen' ? listening : deaf
      const signal = new AbortController().signal
      await context
        .get('mind')
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

describe('requests of one key', () => {
  const minds = useMinds()

  test('[COM8] are so many at a time: one more is refused with when to come again; other keys are served', async () => {
    const gate = createGate()
    const mind = minds.open({ embedder: gate.embedder })
    const keys = { one: anna, two: anna }
    const { url } = await serveKeys({ keys, minds: { anna: mind }, limits: { mostRequests: 2 } })
    const send = (key: string, path: string, body: unknown) =>
      call(url, `/workflow/${path}`, { key, method: 'POST', body: JSON.stringify(body) })
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

  test('[COM8] streams are no requests any more once they have begun, and have a bound of their own', async () => {
    const { surface } = await serveKeys({
      keys: {},
      minds: {},
      limits: { mostRequests: 1, mostStreams: 2 },
    })
    const app = new Hono<Known>()
    app.use((context, next) => {
      const access: Access = { ...anna, key: 'one' }
      context.set('access', access)
      return next()
    })
    app.use(accountRequest(surface), limitRequests(surface))
    app.onError((error, context) => context.json({ message: error.message }, 429))
    const cancelled: string[] = []
    app.get('/stream', (context) => {
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(': hello\n\n')),
        cancel: () => void cancelled.push('stream'),
      })
      return context.body(body, 200, { 'Content-Type': 'text/event-stream' })
    })
    const url = `${await listen(app)}/stream`

    const leaving = new AbortController()
    const first = await fetch(url, { signal: leaving.signal })
    const second = await fetch(url)
    expect([first.status, second.status, surface.streams.count()]).toEqual([200, 200, 2])
    const refused = await fetch(url)
    expect(refused.status).toBe(429)
    // What was made for the one that is refused is not left open.
    expect(cancelled).toEqual(['stream'])
    leaving.abort()
    await expect.poll(() => surface.streams.count()).toBe(1)
    expect((await fetch(url)).status).toBe(200)
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
