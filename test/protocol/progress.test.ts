import { setTimeout as pause } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/client'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { defineOperation, type Operation } from '#ww/operations/machinery/operation.js'
import { createMcpServer } from '#ww/surfaces/mcp/mcp-server.js'
import { createOperationTools } from '#ww/surfaces/mcp/operation-tools.js'
import { useMinds } from '../support/minds.js'
import { useRawServer } from '../support/raw-server.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

const declared = {
  summary: 'Takes its time.',
  door: 'memory',
  effect: 'write',
  output: z.object({ done: z.int() }),
  commandLine: { examples: [] },
} as const

/** Bakes loaves one after the other, telling of each, and stops between two when it is given up. */
const bake = defineOperation({
  ...declared,
  name: 'bake',
  input: z.object({ loaves: z.int(), ms: z.int() }),
  async run({ loaves, ms }, { onProgress, signal }) {
    let done = 0
    while (done < loaves && signal?.aborted !== true) {
      await pause(ms)
      done++
      onProgress?.({ stage: 'baking', done, total: loaves, message: `loaf ${done}` })
    }
    baked.push(done)
    return { done }
  },
})
const baked: number[] = []

/** Waits for something that never comes, as long as somebody wants it. */
const wait = defineOperation({
  ...declared,
  name: 'wait',
  input: z.object({}),
  async run(_, { signal }) {
    await pause(60_000, undefined, { signal })
    return { done: 0 }
  },
})

describe('consolidate_now in a process of its own', () => {
  const temporaryFolder = useTemporaryFolders()
  const ofThisEra = {
    '2025-era': {},
    '2026-era': {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  }

  // On the wire: a client that reads the last notification together with the answer may pass over it.
  test.each(Object.entries(ofThisEra))('[CON1] tells of its progress before it answers, %s', async (_, envelope) => {
    const server = useRawServer({ dataDir: temporaryFolder() })
    const call = (name: string, input: object, meta: object = {}) =>
      server.request('tools/call', { name, arguments: input, _meta: { ...envelope, ...meta } })
    for (let loaf = 0; loaf < 20; loaf++) await call('remember', { text: `Loaf ${loaf} came out well.` })
    const before = server.lines.length
    await call('consolidate_now', {}, { progressToken: 'baking' })
    const messages = server.lines.slice(before).map((line) => JSON.parse(line))
    const answer = messages.pop()
    expect(answer.result.structuredContent).toMatchObject({ metrics: { episodes_processed: 20 } })
    expect(messages.length).toBeGreaterThan(0)
    for (const { method, params } of messages) {
      expect(method).toBe('notifications/progress')
      expect(params).toMatchObject({ progressToken: 'baking', message: expect.any(String) })
    }
    const { progress, total } = messages.at(-1).params
    expect(progress).toBe(total)
    expect(server.log()).toBe('')
  })
})

describe('a long call', () => {
  const minds = useMinds()

  async function connect(): Promise<Client> {
    const mind = minds.open()
    const operations: Operation[] = [bake, wait]
    const server = createMcpServer({
      version: '0.0.0',
      instructions: '',
      loadTools: async () => createOperationTools(operations, mind.invoke),
      loadResources: async () => mind.resources,
      tellsChanges: false,
      door: 'mcp',
      countCall: () => undefined,
    })
    const client = new Client({ name: 'tests', version: '1.0.0' })
    const [ours, theirs] = InMemoryTransport.createLinkedPair()
    await Promise.all([server.connect(theirs), client.connect(ours)])
    onTestFinished(() => client.close())
    return client
  }

  const bakeLoaves = (loaves: number, ms: number) => ({ name: 'bake', arguments: { loaves, ms } })

  test('[CON1] tells whoever asks how far it has come: rising, not more than ten a second, the end always', async () => {
    const client = await connect()
    const told: { readonly progress: number }[] = []
    const started = performance.now()
    const { structuredContent } = await client.callTool(bakeLoaves(100, 5), {
      onprogress: (progress) => void told.push(progress),
    })
    const seconds = (performance.now() - started) / 1_000
    expect(structuredContent).toEqual({ done: 100 })
    const steps = told.map(({ progress }) => progress)
    expect(steps).toEqual([...new Set(steps)].sort((a, b) => a - b))
    expect(steps.length).toBeGreaterThan(2)
    expect(steps.length).toBeLessThanOrEqual(seconds * 10 + 2)
    expect(told.at(-1)).toEqual({ progress: 100, total: 100, message: 'loaf 100' })
  })

  test('[CON1] tells nobody who did not ask', async () => {
    const client = await connect()
    const unasked: unknown[] = []
    client.setNotificationHandler('notifications/progress', (notification) => void unasked.push(notification))
    client.onerror = (error) => unasked.push(error)
    expect((await client.callTool(bakeLoaves(3, 1))).structuredContent).toEqual({ done: 3 })
    expect(unasked).toEqual([])
  })

  test('ends where nothing is half done when the client gives up', async () => {
    const client = await connect()
    baked.length = 0
    const stop = new AbortController()
    const call = client.callTool(bakeLoaves(1_000, 10), {
      signal: stop.signal,
      onprogress: ({ progress }) => {
        if (progress >= 2) stop.abort()
      },
    })
    await expect(call).rejects.toThrow()
    await expect.poll(() => baked, { timeout: 60_000 }).toHaveLength(1)
    expect(baked[0]).toBeGreaterThanOrEqual(2)
    expect(baked[0]).toBeLessThan(200)
  })

  test('ends when the client goes', async () => {
    const client = await connect()
    baked.length = 0
    const call = client.callTool(bakeLoaves(1_000, 10)).catch(() => undefined)
    await pause(50)
    await client.close()
    await call
    await expect.poll(() => baked, { timeout: 60_000 }).toHaveLength(1)
    expect(baked[0]).toBeLessThan(200)
  })

  test('[COM8] one that waits for its signal ends as a timeout, not as something that went wrong', async () => {
    const mind = minds.open()
    const stop = new AbortController()
    const [operation]: Operation[] = [wait]
    const call = mind.invoke(operation!, {}, { signal: stop.signal })
    stop.abort()
    await expect(call).rejects.toMatchObject({ code: 'timeout' })
  })
})
