import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { bearer, type Served, useServed } from '../support/access.js'
import { execute, openStream } from '../support/workflow-client.js'

const served = useServed()
const question = { user_input: 'Where is the anchor kept?', ask_clarifications: false }
const vague = { user_input: 'What about it?' }

const addressOf = ({ url }: Served, workflowId: string, query = '') =>
  `${url.replace('http', 'ws')}/workflow/ws/${workflowId}${query}`

/** How a socket is opened, and what becomes of it. */
async function open(address: string, protocols: string[] = [], headers: Record<string, string> = {}) {
  const socket = new WebSocket(address, protocols, { headers })
  const codes: unknown[] = []
  socket.on('message', (frame) => codes.push(JSON.parse(String(frame)).data?.code))
  const [closed] = await once(socket, 'close')
  return { closed, protocol: socket.protocol, codes }
}

describe('[WSS6] a stream of a server that asks for keys', async () => {
  const server = await served.start({ env: { WW_AUTH: 'required' } })
  const { token } = await server.create()
  const { workflow_id } = await execute(server.url, question, bearer(token))
  const address = addressOf(server, workflow_id)
  const refused = { closed: 4401, codes: ['UNAUTHORIZED'] }

  test('is closed at once without a good key, so that browsers, too, know why', async () => {
    expect(await open(address)).toMatchObject(refused)
    expect(await open(address, [], bearer(`${token}x`))).toMatchObject(refused)
    expect(await open(address, ['ww.v1', `ww.bearer.${token}x`])).toEqual({ ...refused, protocol: 'ww.v1' })
    expect(await open(address, ['ww.v1', 'ww.bearer.'])).toMatchObject(refused)
    expect(await open(addressOf(server, workflow_id, `?token=${token}&access_token=${token}`))).toMatchObject(refused)
    // Nobody learns whether there is such a workflow.
    expect(await open(addressOf(server, crypto.randomUUID()))).toMatchObject(refused)
  })

  test('one that is closed for want of a key, and sends what is too long, harms nobody', async () => {
    const socket = new WebSocket(address)
    socket.on('error', () => undefined)
    await once(socket, 'open')
    socket.send('x'.repeat(100_000))
    await once(socket, 'close')
    expect(await open(address)).toMatchObject(refused)
  })

  test('is opened by a header, or by the subprotocol of a browser, which is not said back', async () => {
    expect(await open(address, [], bearer(token))).toMatchObject({ closed: 1000, protocol: '' })
    expect(await open(address, ['ww.v1', `ww.bearer.${token}`])).toMatchObject({ closed: 1000, protocol: 'ww.v1' })
    expect(await open(address, [`ww.bearer.${token}`, 'ww.v1'])).toMatchObject({ closed: 1000, protocol: 'ww.v1' })
  })

  test('the socket of browsers, which sends no header, gets the stream', async () => {
    // Node 20 has it behind a flag.
    const script = `
      const [address, ...protocols] = process.argv.slice(1)
      const socket = new WebSocket(address, protocols)
      socket.onmessage = ({ data }) => console.log(JSON.parse(data).type)`
    const args = ['--experimental-websocket', '--no-warnings', '-e', script, `${address}?cursor=0`]
    const { stdout } = await promisify(execFile)(process.execPath, [...args, 'ww.v1', `ww.bearer.${token}`])
    expect(stdout.split('\n')).toContain('complete')
  })

  test('[COM3] of another tenant, or of a session that the key is not for, is not found', async () => {
    const { token: other } = await server.create({ tenant: 'acme' })
    const { token: bound } = await server.create({ sessions: ['anna'] })
    for (const each of [other, bound]) {
      const stream = openStream(server.url, workflow_id, '?cursor=0', bearer(each))
      expect(await stream.closed).toBe(4404)
      expect(stream.frames.map(({ data }) => data?.code)).toEqual(['WORKFLOW_NOT_FOUND'])
    }
  })
})

test('[WSS6] a key that was revoked meanwhile cancels nothing over the stream that it has open', async () => {
  // At the usual interval nobody looks after the key before the command comes.
  const server = await served.start({ env: { WW_AUTH: 'required' } })
  const [lasting, ending] = [await server.create(), await server.create()]
  const { workflow_id, message_id } = await execute(server.url, vague, bearer(lasting.token))
  const stream = openStream(server.url, workflow_id, '?cursor=0', bearer(ending.token))
  await stream.until(({ type }) => type === 'status')
  await server.revoke(ending.key.id)
  stream.send({ command: 'cancel' })
  expect(await stream.closed).toBe(4401)
  // The run still waits for the answer that it asked for.
  const answered = await execute(server.url, { ...question, workflow_id }, bearer(lasting.token))
  expect(answered.message_id).toBe(message_id)
})

describe('[WSS6] a key that ends while a stream is open', async () => {
  const server = await served.start({ env: { WW_AUTH: 'required' }, socketLimits: { pingMs: 100 } })
  const { token: lasting } = await server.create()

  test('is told so, and hears nothing more', async () => {
    const { token, key } = await server.create()
    const { workflow_id, status } = await execute(server.url, vague, bearer(lasting))
    expect(status).toBe('waiting_for_input')
    const stream = openStream(server.url, workflow_id, '?cursor=0', bearer(token))
    await stream.until(({ type }) => type === 'status')
    await server.revoke(key.id)
    await execute(server.url, { ...question, workflow_id }, bearer(lasting))
    expect(await stream.closed).toBe(4401)
    expect(stream.frames.at(-1)).toMatchObject({ type: 'error', data: { code: 'UNAUTHORIZED' } })
    expect(stream.frames.some(({ type }) => type === 'complete')).toBe(false)
  })

  test('also where nothing happens on the stream', async () => {
    const { token, key } = await server.create()
    const { workflow_id } = await execute(server.url, vague, bearer(lasting))
    const stream = openStream(server.url, workflow_id, '?cursor=0', bearer(token))
    await stream.until(({ type }) => type === 'status')
    await server.revoke(key.id)
    expect(await stream.closed).toBe(4401)
  })
})
