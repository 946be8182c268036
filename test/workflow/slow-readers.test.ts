import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { storeConversation } from '../support/long-conversation.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { execute, idsOf, isOf, openStream, readStream } from '../support/workflow-client.js'
import { useGatedServer } from '../support/workflow-server.js'

/** More than the buffers of both ends of a connection hold. */
const [runs, characters] = [300, 100_000]

describe('readers of every pace', () => {
  const newFolder = useTemporaryFolders()

  test('[WSS6] [WSS5] one that stops reading is cut off, slows nobody, and resumes by cursor', async () => {
    const dataDir = newFolder()
    const workflowId = await storeConversation(dataDir, runs, characters)
    const socketLimits = { maxBufferBytes: 256 * 1024, readTimeoutMs: 500 }
    const server = await useGatedServer({ dataDir, parts: { socketLimits } })
    const stopped = openStream(server.url, workflowId, '?cursor=0')
    await stopped.until(() => true)
    stopped.socket.pause()
    // A replay that is longer than any buffer is no reason to cut off who reads it.
    const whole = await readStream(server.url, workflowId, '?cursor=0')
    expect(idsOf(whole)).toEqual(Array.from({ length: runs * 3 }, (_, at) => at + 1))
    // Whoever cancels what is over, while it is still told, hears how it ended, and the rest of it all the same.
    const cancelling = openStream(server.url, workflowId, '?cursor=0')
    await cancelling.until(() => true)
    cancelling.send({ command: 'cancel' })
    expect(await cancelling.closed).toBe(1000)
    const states = cancelling.frames.filter(isOf('status'))
    expect(states).toMatchObject([{ data: { status: 'completed' } }])
    expect(cancelling.frames.filter((frame) => !states.includes(frame))).toEqual(whole)
    await server.release()
    const { workflow_id } = await execute(server.url, { user_input: 'Where is it?', ask_clarifications: false })
    await readStream(server.url, workflow_id)

    // Whoever does not read cannot see that it was cut off, either: it is given time to be.
    await sleep(3 * socketLimits.readTimeoutMs)
    stopped.socket.resume()
    expect(await stopped.closed).toBe(1008)
    expect(stopped.frames.length).toBeLessThan(whole.length)
    const rest = await readStream(server.url, workflowId, `?cursor=${stopped.frames.at(-1)!.id}`)
    expect([...idsOf(stopped.frames), ...idsOf(rest)]).toEqual(idsOf(whole))
  })

  /** The answers are more than the buffers of both ends of a connection hold. */
  const unread = 150_000
  const cutOffSoon = { maxBufferBytes: 64 * 1024, readTimeoutMs: 500 }

  test('[WSS6] one that sends commands and reads no answer is cut off', async () => {
    const server = await useGatedServer({ dataDir: newFolder(), parts: { socketLimits: cutOffSoon } })
    const { workflow_id } = await execute(server.url, { user_input: "What's the best product?" })
    const stream = openStream(server.url, workflow_id)
    await stream.until(isOf('status'))
    stream.socket.pause()
    for (let command = 0; command < unread; command++) stream.send({ command: 'nonsense' })
    await sleep(3 * cutOffSoon.readTimeoutMs)
    stream.socket.resume()
    expect(await stream.closed).toBe(1008)
    expect(stream.frames.length).toBeLessThan(unread)
  })

  test('[WSS6] who reads gets the answer to every command, however many it sends at once', async () => {
    const server = await useGatedServer({ dataDir: newFolder(), parts: { socketLimits: cutOffSoon } })
    const { workflow_id } = await execute(server.url, { user_input: "What's the best product?" })
    const stream = openStream(server.url, workflow_id)
    await stream.until(isOf('status'))
    for (let command = 0; command < 5_000; command++) stream.send({ command: 'nonsense' })
    stream.send({ command: 'cancel' })
    expect(await stream.closed).toBe(1000)
    expect(stream.frames.filter(isOf('error'))).toHaveLength(5_000)
    expect(stream.frames.at(-1)).toMatchObject({ type: 'status', data: { status: 'cancelled' } })
  })

  test('[WSS6] pings are answered, but no answers pile up for one that does not read them', async () => {
    const server = await useGatedServer({ dataDir: newFolder(), parts: { socketLimits: cutOffSoon } })
    const { workflow_id } = await execute(server.url, { user_input: "What's the best product?" })
    const stream = openStream(server.url, workflow_id)
    await stream.until(isOf('status'))
    let pongs = 0
    stream.socket.on('pong', () => pongs++)
    stream.socket.ping('one')
    await expect.poll(() => pongs).toBe(1)
    stream.socket.pause()
    for (let ping = 0; ping < unread; ping++) stream.socket.ping('x'.repeat(120))
    await expect.poll(() => stream.socket.bufferedAmount, { timeout: 60_000 }).toBe(0)
    stream.socket.resume()
    // In its turn, after all of them.
    stream.send({ command: 'cancel' })
    expect(await stream.closed).toBe(1000)
    expect(pongs).toBeLessThan(unread)
  })

  test('[WSS6] a client is pinged; one that does not answer is gone, one that does stays', async () => {
    const server = await useGatedServer({ dataDir: newFolder(), parts: { socketLimits: { pingMs: 150 } } })
    const { workflow_id } = await execute(server.url, { user_input: "What's the best product?" })
    const stream = openStream(server.url, workflow_id)
    let pings = 0
    stream.socket.on('ping', () => pings++)
    const deaf = new WebSocket(`${server.url.replace('http', 'ws')}/workflow/ws/${workflow_id}`, { autoPong: false })
    const code = await new Promise((resolve) => deaf.once('close', resolve))
    expect(code).toBe(1006)
    await expect.poll(() => pings).toBeGreaterThan(3)
    expect(stream.socket.readyState).toBe(WebSocket.OPEN)
    stream.send({ command: 'cancel' })
    await stream.until(isOf('status'))
  })
})
