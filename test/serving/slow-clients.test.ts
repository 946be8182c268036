import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { openRawClient } from '../support/raw-client.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { execute, post, readStream } from '../support/workflow-client.js'
import { useGatedServer } from '../support/workflow-server.js'

const hostOf = (url: string) => new URL(url).host

/** A bit at a time, until the connection is gone. */
function drip(client: ReturnType<typeof openRawClient>, next: () => string): void {
  const timer = setInterval(() => client.write(next()), 100)
  client.socket.once('close', () => clearInterval(timer))
}

const isServed = async (url: string): Promise<boolean> => (await fetch(`${url}/health/ready`)).status === 200

describe('clients that take their time', () => {
  const newFolder = useTemporaryFolders()

  test('[COM8] one that drips its headers is told so and cut off, while others are served', async () => {
    const server = await useGatedServer({ dataDir: newFolder(), parts: { requestTimeoutMs: 1_000 } })
    const client = openRawClient(server.url)
    client.write(`POST /workflow/execute HTTP/1.1\r\nHost: ${hostOf(server.url)}\r\n`)
    let line = 0
    drip(client, () => `X-${line++}: x\r\n`)
    expect(await isServed(server.url)).toBe(true)
    expect(await client.ended).toMatch(/^HTTP\/1\.1 400 [\s\S]*INVALID_REQUEST/)
    expect(await isServed(server.url)).toBe(true)
  })

  test('[COM8] one that drips its body is told so and cut off, and nothing of it is taken', async () => {
    const server = await useGatedServer({ dataDir: newFolder(), parts: { requestTimeoutMs: 1_000 } })
    const client = openRawClient(server.url)
    const head = `POST /workflow/execute HTTP/1.1\r\nHost: ${hostOf(server.url)}\r\nContent-Length: 100000\r\n\r\n`
    client.write(`${head}{"user_input":"`)
    drip(client, () => 'x')
    expect(await isServed(server.url)).toBe(true)
    expect(await client.ended).toMatch(/^(?:HTTP\/1\.1 400 [\s\S]*INVALID_REQUEST[\s\S]*)?$/)
    expect(await isServed(server.url)).toBe(true)
  })

  test('one that never reads its answer is cut off', async () => {
    const dataDir = newFolder()
    const server = await useGatedServer({ dataDir, parts: { stalledReaderMs: 1_000 } })
    const client = openRawClient(server.url)
    client.socket.pause()
    // Answers pile up, for nobody takes them: more than the buffers of both ends hold.
    const ask = `GET /metrics HTTP/1.1\r\nHost: ${hostOf(server.url)}\r\n\r\n`
    const cutOff = new Promise<void>((resolve) => client.socket.once('error', () => resolve()))
    client.write(ask.repeat(1_000))
    const asking = setInterval(() => client.write(ask), 200)
    await cutOff
    clearInterval(asking)
    client.socket.destroy()
    expect(await isServed(server.url)).toBe(true)
  })

  test('one whose work takes longer than it may be silent is not cut off', async () => {
    const server = await useGatedServer({ dataDir: newFolder(), parts: { stalledReaderMs: 300 } })
    const { workflow_id, message_id } = await execute(server.url, { user_input: 'Where?', ask_clarifications: false })
    await readStream(server.url, workflow_id)
    const answering = post(server.url, 'ai-answer', { workflow_id, message_id, response: 'It is a keepsake.' })
    await sleep(1_000)
    await server.release()
    expect(await answering).toMatchObject({ status: 200 })
  })
})
