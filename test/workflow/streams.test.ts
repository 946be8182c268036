import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { type Executed, execute, idsOf, isOf, openStream, readStream, typesOf } from '../support/workflow-client.js'
import { type GatedServer, startGatedServer } from '../support/workflow-server.js'

const held = { user_input: 'What does holdfast mean?', ask_clarifications: false }
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

describe('the stream of a workflow', () => {
  const newFolder = useTemporaryFolders()
  let server: GatedServer
  let other: GatedServer
  beforeAll(async () => {
    const dataDir = newFolder()
    ;[server, other] = await Promise.all([startGatedServer({ dataDir }), startGatedServer({ dataDir })])
  })
  afterAll(() => Promise.all([server.crash(), other.crash()]))

  /** A run that is going, and one that ended before it. */
  async function runningAfterOne(): Promise<{ first: Executed; second: Executed; workflow_id: string }> {
    const first = await execute(server.url, { user_input: 'Where is the harbour?', ask_clarifications: false })
    const { workflow_id } = first
    await readStream(server.url, workflow_id)
    await server.hold()
    return { first, second: await execute(server.url, { ...held, workflow_id }), workflow_id }
  }

  test('[WSS2] [WSS3] what was said is replayed, what is said is live: no gap, no duplicate, on either server', async () => {
    const { first, second, workflow_id } = await runningAfterOne()
    const latest = [server, other].map(({ url }) => openStream(url, workflow_id, '?from=latest'))
    const whole = ['?cursor=0', '', '?cursor=', '?cursor=null'].map((query, at) =>
      openStream([server, other][at % 2]!.url, workflow_id, query),
    )
    const after5 = openStream(other.url, workflow_id, '?cursor=5')
    const streams = [...latest, ...whole, after5]
    await Promise.all(
      [...latest, ...whole].map((stream) => stream.until(({ message_id }) => message_id === second.message_id)),
    )
    await server.release()
    expect(await Promise.all(streams.map(({ closed }) => closed))).toEqual(streams.map(() => 1000))
    for (const { frames } of whole) {
      expect(idsOf(frames)).toEqual(upTo(8))
      expect(frames.map(({ message_id }) => message_id)).toEqual([
        ...Array(4).fill(first.message_id),
        ...Array(4).fill(second.message_id),
      ])
      expect(frames).toEqual(whole[0]!.frames)
    }
    const frames = whole[0]!.frames
    for (const stream of latest) expect(stream.frames).toEqual(frames.slice(4))
    expect(after5.frames).toEqual(frames.slice(5))
    expect(typesOf(frames)).toEqual(Array(2).fill(['progress', 'progress', 'memories', 'complete']).flat())
  })

  test('[WSS2] resumed from any cursor, at any server, the rest comes and nothing else', async () => {
    const { workflow_id } = await runningAfterOne()
    await server.release()
    await readStream(server.url, workflow_id)
    const whole = await readStream(server.url, workflow_id, '?cursor=0')
    for (const cursor of [...upTo(8), 9, 1_000_000]) {
      const url = cursor % 2 === 0 ? server.url : other.url
      expect(await readStream(url, workflow_id, `?cursor=${cursor}`)).toEqual(whole.slice(cursor))
    }
  })

  test('[WSS2] [WSS5] a client that breaks off again and again, at both servers in turn, has seen everything once', async () => {
    const { workflow_id } = await runningAfterOne()
    const seen: number[] = []
    for (let round = 0; seen.length < 6; round++) {
      const stream = openStream([server, other][round % 2]!.url, workflow_id, `?cursor=${seen.at(-1) ?? 0}`)
      const frame = await stream.until(() => true)
      seen.push(frame.id)
      stream.socket.terminate()
    }
    await server.release()
    for (let round = 0; seen.length < 8; round++) {
      const stream = openStream([server, other][round % 2]!.url, workflow_id, `?cursor=${seen.at(-1)}`)
      seen.push((await stream.until(() => true)).id)
      stream.socket.terminate()
    }
    expect(seen).toEqual(upTo(8))
    expect(typesOf(await readStream(other.url, workflow_id)).at(-1)).toBe('complete')
  })

  test('[WSS4] final_only shows the end alone, of a run that goes and of one that is over', async () => {
    const { workflow_id } = await runningAfterOne()
    const live = [
      openStream(server.url, workflow_id, '?final_only=true'),
      openStream(other.url, workflow_id, '?final_only=true'),
    ]
    await Promise.all(live.map(({ opened }) => opened))
    await server.release()
    for (const stream of live) {
      expect(await stream.closed).toBe(1000)
      expect(typesOf(stream.frames)).toEqual(['memories', 'complete'])
    }
    expect(await readStream(server.url, workflow_id, '?final_only=true')).toEqual(live[0]!.frames)
    expect(typesOf(await readStream(server.url, workflow_id, '?final_only=true&cursor=0'))).toEqual([
      'memories',
      'complete',
      'memories',
      'complete',
    ])
    expect(typesOf(await readStream(server.url, workflow_id, '?final_only=false'))[0]).toBe('progress')
  })

  test('[WSS2] [WSS4] get_final without a cursor is about the latest run', async () => {
    const { second, workflow_id } = await runningAfterOne()
    const stream = openStream(server.url, workflow_id)
    await stream.opened
    stream.send({ command: 'get_final' })
    stream.send('nothing')
    await stream.until(({ data }) => data?.code === 'INVALID_COMMAND')
    const before = stream.frames.length
    await server.release()
    expect(await stream.closed).toBe(1000)
    const rest = stream.frames.slice(before).filter(({ message_id }) => message_id === second.message_id)
    expect(typesOf(rest)).toEqual(['memories', 'complete'])
  })

  test('[WSS4] get_final shows only the end from then on', async () => {
    const asked = await execute(server.url, { user_input: "What's the best product?" })
    const { workflow_id } = asked
    const stream = openStream(server.url, workflow_id)
    await stream.until(isOf('status'))
    stream.send({ command: 'get_final' })
    // Commands are taken in their order: once this one is answered, that one was heard.
    stream.send('nothing')
    await stream.until(({ data }) => data?.code === 'INVALID_COMMAND')
    const before = stream.frames.length
    await execute(server.url, { workflow_id, user_input: 'For kelp', ask_clarifications: false })
    expect(await stream.closed).toBe(1000)
    expect(typesOf(stream.frames.slice(before))).toEqual(['memories', 'complete'])
  })

  test('[WSS3] a socket on a question that waits stays open through the answer, given to either server', async () => {
    const { workflow_id, message_id } = await execute(server.url, { user_input: "What's the best product?" })
    const streams = [openStream(server.url, workflow_id), openStream(other.url, workflow_id)]
    await Promise.all(streams.map((stream) => stream.until(isOf('status'))))
    await execute(other.url, { workflow_id, user_input: 'For kelp', ask_clarifications: false })
    for (const stream of streams) {
      expect(await stream.closed).toBe(1000)
      expect(idsOf(stream.frames)).toEqual(upTo(stream.frames.length))
      expect(stream.frames.every((frame) => frame.message_id === message_id)).toBe(true)
      expect(typesOf(stream.frames).slice(1)).toEqual(['status', 'progress', 'progress', 'memories', 'complete'])
    }
  })

  test('[WSS5] cancel ends the run for everyone, and its late result is thrown away', async () => {
    const { workflow_id, second } = await runningAfterOne()
    const [mine, theirs] = [
      openStream(server.url, workflow_id, '?from=latest'),
      openStream(other.url, workflow_id, '?from=latest'),
    ]
    await Promise.all([mine.until(() => true), theirs.until(() => true)])
    // By another socket than the one that asked, at another server than the one that works.
    theirs.send({ command: 'cancel' })
    for (const stream of [mine, theirs]) {
      expect(await stream.closed).toBe(1000)
      expect(typesOf(stream.frames)).toEqual(['progress', 'progress', 'status'])
      expect(stream.frames.at(-1)).toMatchObject({ message_id: second.message_id, data: { status: 'cancelled' } })
    }
    await server.release()
    const next = await execute(server.url, {
      workflow_id,
      user_input: 'And the lighthouse?',
      ask_clarifications: false,
    })
    const frames = await readStream(server.url, workflow_id, '?cursor=0')
    expect(idsOf(frames)).toEqual(upTo(frames.length))
    expect(frames.filter(({ message_id }) => message_id === second.message_id)).toEqual(mine.frames)
    expect(frames.at(-1)).toMatchObject({ type: 'complete', message_id: next.message_id })
  })

  test('[WSS5] a question that waits can be cancelled; disconnecting cancels nothing', async () => {
    const { workflow_id } = await execute(server.url, { user_input: "What's the best product?" })
    const dropped = openStream(server.url, workflow_id)
    await dropped.until(isOf('status'))
    dropped.socket.terminate()
    const stream = openStream(server.url, workflow_id)
    const status = await stream.until(isOf('status'))
    expect(status.data).toMatchObject({ status: 'waiting_for_input' })
    stream.send({ command: 'cancel' })
    expect(await stream.closed).toBe(1000)
    expect(stream.frames.at(-1)?.data).toEqual({ status: 'cancelled' })
    // Now it is a new question, not an answer.
    const next = await execute(server.url, { workflow_id, user_input: 'Where is it?', ask_clarifications: false })
    expect(next.message_id).not.toBe(stream.frames[0]?.message_id)
  })

  test('[WSS5] on a run that is over, cancel only tells how it ended', async () => {
    await server.release()
    const { workflow_id } = await execute(server.url, { ...held })
    const before = await readStream(server.url, workflow_id)
    const stream = openStream(server.url, workflow_id)
    await stream.opened
    stream.send({ command: 'cancel' })
    expect(await stream.closed).toBe(1000)
    const told = stream.frames.filter(({ data }) => data?.status !== 'completed')
    expect(told).toEqual(before)
    expect(await readStream(server.url, workflow_id)).toEqual(before)
  })

  test('[WSS6] a bad command is an error on a socket that stays open, and no cursor is lost', async () => {
    const { workflow_id } = await runningAfterOne()
    const stream = openStream(server.url, workflow_id)
    await stream.until(({ id }) => id === 6)
    const bad = ['', 'cancel', '{', 'null', '[]', '{}', '{"command":7}', '{"command":"CANCEL"}', '{"command":"stop"}']
    for (const command of bad) stream.send(command)
    await expect.poll(() => stream.frames.filter(isOf('error')).length).toBe(bad.length)
    for (const frame of stream.frames.filter(isOf('error'))) {
      expect(frame).toMatchObject({ id: 6, data: { code: 'INVALID_COMMAND' } })
    }
    expect(stream.socket.readyState).toBe(WebSocket.OPEN)
    await server.release()
    expect(await stream.closed).toBe(1000)
    expect(typesOf(stream.frames.slice(-2))).toEqual(['memories', 'complete'])
  })

  test('[WSS6] a command that is too long ends its own socket, and no other', async () => {
    const { workflow_id } = await runningAfterOne()
    const [loud, quiet] = [openStream(server.url, workflow_id), openStream(server.url, workflow_id)]
    await Promise.all([loud.opened, quiet.opened])
    loud.send('x'.repeat(1024 * 1024))
    expect(await loud.closed).toBe(1009)
    await server.release()
    expect(await quiet.closed).toBe(1000)
  })

  test('[WFL4] [WSS2] whoever connects at the very moment it ends sees all of it', async () => {
    for (let round = 0; round < 10; round++) {
      await server.hold()
      const { workflow_id } = await execute(server.url, held)
      const streams = [openStream(server.url, workflow_id), openStream(other.url, workflow_id)]
      const releasing = server.release()
      for (let late = 0; late < 4; late++) {
        streams.push(openStream([server, other][late % 2]!.url, workflow_id))
        await sleep(2)
      }
      await releasing
      for (const stream of streams) {
        expect(await stream.closed).toBe(1000)
        expect(idsOf(stream.frames)).toEqual(upTo(4))
      }
    }
  })
})
