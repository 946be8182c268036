import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Client, createClient, type FollowOptions, type WorkflowFrame } from '#ww/surfaces/client/index.js'
import { useServed } from '../support/access.js'
import { useCuttingProxy } from '../support/cutting-proxy.js'
import { createRandom } from '../support/random.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { readStream } from '../support/workflow-client.js'
import { type GatedServer, startGatedServer, useGatedServer } from '../support/workflow-server.js'

const held = { user_input: 'What does holdfast mean?', ask_clarifications: false }
const vague = { user_input: "What's the best product?" }
/** Longer than any lease. */
const minuteMs = 60_000
const clientOf = (url: string, key?: string) => createClient({ url, WebSocket, ...(key === undefined ? {} : { key }) })

/** Reads along; the frames are there as they come. */
function reading(client: Client, workflowId: string, options?: FollowOptions) {
  const frames: WorkflowFrame[] = []
  const done = (async () => {
    for await (const frame of client.workflow.follow(workflowId, options)) frames.push(frame)
    return frames
  })()
  done.catch(() => undefined)
  const until = (type: WorkflowFrame['type']) =>
    expect.poll(() => frames.map((frame) => frame.type), { timeout: 60_000 }).toContain(type)
  return { frames, done, until }
}

describe('following', () => {
  const newFolder = useTemporaryFolders()
  let server: GatedServer
  beforeAll(async () => {
    server = await startGatedServer({ dataDir: newFolder() })
    await server.release()
  })
  afterAll(() => server.crash())

  /** A conversation of so many messages that are over. */
  async function conversation(messages: number): Promise<string> {
    const { workflow } = clientOf(server.url)
    let id: string | undefined
    for (let at = 0; at < messages; at++) {
      const input = { user_input: `Where is harbour ${at}?`, ask_clarifications: false, workflow_id: id ?? null }
      id = (await workflow.execute(input)).workflow_id
      await readStream(server.url, id)
    }
    return id!
  }

  test('[WSS2] [WSS4] tells the latest message, the rest behind a cursor, or only the end', async () => {
    const id = await conversation(3)
    const client = clientOf(server.url)
    for (const [options, query] of [
      [{}, '?from=latest'],
      [{ cursor: 0 }, '?cursor=0'],
      [{ cursor: 5 }, '?cursor=5'],
      [{ finalOnly: true }, '?final_only=true'],
      [{ cursor: 0, finalOnly: true }, '?cursor=0&final_only=true'],
      [{ cursor: 12 }, '?cursor=12'],
      [{ cursor: 1_000_000 }, '?cursor=1000000'],
    ] as const) {
      expect(await reading(client, id, options).done, query).toEqual(await readStream(server.url, id, query))
    }
  })

  test.each([1, 2, 3, 4])('[WSS2] cut at random places, %i: every frame once and in order', async (seed) => {
    const id = await conversation(6)
    const random = createRandom(seed)
    // The handshake, a part of a frame, some frames.
    const proxy = await useCuttingProxy(server.url, { bytesUntilCut: () => 1 + random.below(1_200) })
    const frames = await reading(clientOf(proxy.url), id, { cursor: 0, reconnects: 100 }).done
    expect(frames).toEqual(await readStream(server.url, id, '?cursor=0'))
    expect(frames.map((frame) => frame.id)).toEqual(Array.from({ length: 24 }, (_, at) => at + 1))
    expect(proxy.connections()).toBeGreaterThan(3)
  })

  test('[WSS3] the end of a message that was heard is the end, though the goodbye was lost and nobody answers', async () => {
    const id = await conversation(1)
    const whole = await useCuttingProxy(server.url)
    // With a cursor it ends with the goodbye, and not before.
    const frames = await reading(clientOf(whole.url), id, { cursor: 0 }).done
    // Two bytes of a close frame, and two of its code.
    const untilGoodbye = whole.bytes() - 4
    let cuts = 0
    const proxy = await useCuttingProxy(server.url, { bytesUntilCut: () => (cuts++ === 0 ? untilGoodbye : 1) })
    expect(await reading(clientOf(proxy.url), id, { reconnects: 0 }).done).toEqual(frames)
    expect(frames.map(({ type }) => type)).toEqual(['progress', 'progress', 'memories', 'complete'])
    // A cursor asks for whatever comes after, too, of which nobody knows now.
    cuts = 0
    const further = reading(clientOf(proxy.url), id, { cursor: 0, reconnects: 0 })
    await expect(further.done).rejects.toMatchObject({ code: 'internal_error' })
  })

  test('[WSS2] cut while the work goes on: what happened meanwhile is told after it', async () => {
    await server.hold()
    const client = clientOf(server.url)
    const { workflow_id } = await client.workflow.execute(held)
    const proxy = await useCuttingProxy(server.url)
    const [all, final] = [{}, { finalOnly: true }].map((options) =>
      reading(clientOf(proxy.url), workflow_id, options),
    ) as [ReturnType<typeof reading>, ReturnType<typeof reading>]
    await all.until('progress')
    for (let cuts = 0; cuts < 3; cuts++) {
      proxy.cut()
      await sleep(50)
    }
    await server.release()
    await readStream(server.url, workflow_id)
    expect(await all.done).toEqual(await readStream(server.url, workflow_id))
    expect((await final.done).map(({ type }) => type)).toEqual(['memories', 'complete'])
  })

  test('a connection that died without a word is made anew', async () => {
    await server.hold()
    const { workflow_id } = await clientOf(server.url).workflow.execute(held)
    const proxy = await useCuttingProxy(server.url)
    const stream = reading(clientOf(proxy.url), workflow_id, { quietMs: 500 })
    await stream.until('progress')
    proxy.muffle()
    await server.release()
    await readStream(server.url, workflow_id)
    expect(await stream.done).toEqual(await readStream(server.url, workflow_id))
    expect(proxy.connections()).toBeGreaterThan(1)
  })

  test('[WSS5] leaving closes the connection, and cancels nothing', async () => {
    await server.hold()
    const client = clientOf(server.url)
    const { workflow_id } = await client.workflow.execute(held)
    for await (const { type } of client.workflow.follow(workflow_id)) {
      expect(type).toBe('progress')
      break
    }
    const stop = new AbortController()
    const reason = new Error('enough')
    const stream = reading(client, workflow_id, { signal: stop.signal })
    await stream.until('progress')
    stop.abort(reason)
    await expect(stream.done).rejects.toMatchObject({ code: 'timeout', cause: reason })
    await server.release()
    expect((await readStream(server.url, workflow_id)).at(-1)).toMatchObject({ type: 'complete' })
  })

  test('[WSS6] what the server refuses for good is not tried again', async () => {
    const proxy = await useCuttingProxy(server.url)
    const client = clientOf(proxy.url)
    const refused = (id: string, options?: FollowOptions) => expect(reading(client, id, options).done).rejects
    await refused(crypto.randomUUID()).toMatchObject({ code: 'not_found', reason: 'WORKFLOW_NOT_FOUND' })
    await refused('no-uuid/at all?').toMatchObject({ code: 'validation_error', reason: 'INVALID_REQUEST' })
    await refused(crypto.randomUUID(), { cursor: -1 }).toMatchObject({ code: 'validation_error' })
    expect(proxy.connections()).toBe(3)
  })

  test('a server that stays away is given up after as many times as told, with a clear error', async () => {
    const proxy = await useCuttingProxy(server.url, { bytesUntilCut: () => 1 })
    const { workflow_id } = await clientOf(server.url).workflow.execute(held)
    const stream = reading(clientOf(proxy.url), workflow_id, { reconnects: 2 })
    await expect(stream.done).rejects.toMatchObject({
      code: 'internal_error',
      message: `${proxy.url} cannot be reached, or the connection broke`,
    })
    // Each time it asks besides whether it would be let in.
    expect(proxy.connections()).toBeGreaterThanOrEqual(3)
  })

  test('where there is no WebSocket it says what to do', async () => {
    if ('WebSocket' in globalThis) return
    const { workflow } = createClient({ url: server.url })
    await expect(workflow.follow(crypto.randomUUID())[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'validation_error',
      field: 'WebSocket',
    })
  })
})

describe('a server that is killed and started again', () => {
  const newFolder = useTemporaryFolders()

  test('[WFL6] [WSS2] a question that waits is followed through it, to the end', async () => {
    const dataDir = newFolder()
    const before = await useGatedServer({ dataDir })
    const client = clientOf(before.url)
    const { workflow_id, status } = await client.workflow.execute(vague)
    expect(status).toBe('waiting_for_input')
    const stream = reading(client, workflow_id)
    await stream.until('status')
    await before.crash()
    const after = await useGatedServer({ dataDir, env: { TEST_PORT: new URL(before.url).port } })
    await after.release()
    await client.workflow.execute({ workflow_id, user_input: 'for hiking' })
    const frames = await stream.done
    expect(frames.map(({ type }) => type)).toEqual([
      'progress',
      'status',
      'progress',
      'progress',
      'memories',
      'complete',
    ])
    expect(frames).toEqual(await readStream(after.url, workflow_id))
  })

  test('[WFL6] [WSS3] a message that it worked on ends once, with the error', async () => {
    const dataDir = newFolder()
    const before = await useGatedServer({ dataDir })
    const client = clientOf(before.url)
    const { workflow_id } = await client.workflow.execute(held)
    const stream = reading(client, workflow_id)
    await stream.until('progress')
    await before.crash()
    const after = await useGatedServer({ dataDir, env: { TEST_PORT: new URL(before.url).port } })
    await after.advanceClock(minuteMs)
    const frames = await stream.done
    expect(frames.map(({ type }) => type)).toEqual(['progress', 'progress', 'error'])
    expect(frames.at(-1)).toMatchObject({ data: { code: 'SERVER_RESTART' } })
  })
})

describe('[WSS6] with keys', () => {
  const served = useServed()

  test('the key goes as browsers send it; a wrong one, and one that was revoked meanwhile, end it at once', async () => {
    const server = await served.start({ env: { WW_AUTH: 'required' }, socketLimits: { pingMs: 50 } })
    const { token } = await server.create({ name: 'page' })
    const client = clientOf(server.url, token)
    const { workflow_id } = await client.workflow.execute(vague)
    const stream = reading(client, workflow_id)
    await stream.until('status')
    for (const wrong of [`${token}x`, undefined]) {
      await expect(reading(clientOf(server.url, wrong), workflow_id).done).rejects.toMatchObject({
        code: 'unauthorized',
      })
      await expect(clientOf(server.url, wrong).workflow.cancel(workflow_id)).rejects.toMatchObject({
        code: 'unauthorized',
      })
    }
    await server.revoke('page')
    await expect(stream.done).rejects.toMatchObject({ code: 'unauthorized' })
    expect(stream.frames.map(({ type }) => type)).toEqual(['progress', 'status'])
  })
})
