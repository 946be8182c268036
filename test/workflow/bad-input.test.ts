import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { type Executed, execute, openStream, post, postRaw, readStream } from '../support/workflow-client.js'
import { allRowCounts } from '../support/workflow-database.js'
import { startWorkflowServer, useGatedServer, type WorkflowServer } from '../support/workflow-server.js'

const invalid = { detail: expect.any(String), code: 'INVALID_REQUEST' }
const megabytes = (count: number) => 'x'.repeat(count * 1024 * 1024)

/** Whatever it is, and what comes back before the server hangs up. */
async function sendBytes(url: string, bytes: string): Promise<{ readonly status: number; readonly body: unknown }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(bytes)
  let text = ''
  for await (const part of socket) {
    text += part
    if (text.includes('}')) break
  }
  return { status: Number(text.split(' ')[1]), body: JSON.parse(text.slice(text.indexOf('{'))) }
}

describe('what the workflow door does not take', () => {
  const newFolder = useTemporaryFolders()
  const dataDir = newFolder()
  let server: WorkflowServer
  let known: Executed
  let before: Record<string, number>
  beforeAll(async () => {
    server = await startWorkflowServer({ dataDir })
    known = await execute(server.url, { user_input: 'Where is the harbour?', ask_clarifications: false })
    await readStream(server.url, known.workflow_id)
    before = await allRowCounts(dataDir)
  })
  afterAll(async () => {
    expect(server.log()).toBe('')
    await server.crash()
  })

  const raw: Readonly<Record<string, RequestInit['body']>> = {
    nothing: '',
    'no JSON': '{"user_input": "Where?"',
    'a form': 'user_input=Where',
    'no UTF-8': new Uint8Array([...Buffer.from('{"user_input":"Gr'), 0xfc, ...Buffer.from('n"}')]),
    '10 MB': JSON.stringify({ user_input: megabytes(10) }),
    '10 MB of no JSON': megabytes(10),
  }
  const paths = ['execute', 'ai-answer'] as const
  const cases = paths.flatMap((path) => Object.entries(raw).map(([name, body]) => [path, name, body] as const))
  test.each(cases)('[WFL7] %s: a body of %s is 400, and nothing is stored', async (path, _name, body) => {
    const answer = await postRaw(server.url, path, body)
    expect(answer.status).toBe(400)
    expect(answer.body).toStrictEqual(invalid)
    expect(await allRowCounts(dataDir)).toEqual(before)
  })

  test('[WFL7] a body that comes in pieces, and never says how long it is, is 400 when it is too long', async () => {
    const sending = request(`${server.url}/workflow/execute`, { method: 'POST' })
    const answered = once(sending, 'response')
    for (let piece = 0; piece < 10; piece++) sending.write(megabytes(1))
    sending.end()
    const [response] = await answered
    expect(response.statusCode).toBe(400)
    response.resume()
    expect(await allRowCounts(dataDir)).toEqual(before)
  })

  const address = () => `Host: ${new URL(server.url).host}\r\n`
  const asking = '{"user_input":"Where?"}'
  const post11 = `POST /workflow/execute HTTP/1.1\r\n`
  const broken: Readonly<Record<string, () => string>> = {
    'that is no HTTP': () => 'Where?\r\n\r\n',
    'without a host': () => `${post11}Content-Length: ${asking.length}\r\n\r\n${asking}`,
    'with a host that is none': () => `${post11}Host: a b@c\r\nContent-Length: ${asking.length}\r\n\r\n${asking}`,
    'to no address': () => `POST http://[ HTTP/1.1\r\n${address()}Content-Length: 0\r\n\r\n`,
    'with two lengths': () => `${post11}${address()}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    'in pieces that are none': () => `${post11}${address()}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    'with endless headers': () => `${post11}${address()}X: ${'x'.repeat(40_000)}\r\n\r\n`,
  }
  test.each(Object.keys(broken))('[WFL7] a request %s is 400, with the body of every refusal', async (name) => {
    const { status, body } = await sendBytes(server.url, broken[name]!())
    expect(status).toBe(400)
    expect(body).toStrictEqual(invalid)
    expect(await allRowCounts(dataDir)).toEqual(before)
  })

  test('[WFL7] a body that breaks off is nothing to log as our failure, and nothing is stored', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write(`${post11}${address()}Content-Length: 500\r\n\r\n${asking}`)
    await expect.poll(() => socket.bytesWritten).toBeGreaterThan(asking.length)
    socket.resetAndDestroy()
    expect((await post(server.url, 'execute', {})).status).toBe(400)
    expect(server.log()).toBe('')
    expect(await allRowCounts(dataDir)).toEqual(before)
  })

  test('[WFL7] a body that never ends is refused in time', async () => {
    const patient = await useGatedServer({ dataDir: newFolder(), parts: { requestTimeoutMs: 200 } })
    const head = `${post11}Host: ${new URL(patient.url).host}\r\nTransfer-Encoding: chunked\r\n\r\n`
    const { status, body } = await sendBytes(patient.url, `${head}5\r\n{"use\r\n`)
    expect(status).toBe(400)
    expect(body).toStrictEqual(invalid)
    expect(patient.log()).toBe('')
  })

  const question = { user_input: 'Where?' }
  test.each([
    null,
    [],
    'Where?',
    7,
    {},
    { user_input: null },
    { user_input: '' },
    { user_input: ' \n' },
    { user_input: 7 },
    { user_input: ['Where?'] },
    { user_input: 'nul \0 inside' },
    { user_input: 'half \ud83d of a pair' },
    { user_input: 'x'.repeat(100_001) },
    { ...question, workflow_id: 'not-a-uuid' },
    { ...question, workflow_id: '' },
    { ...question, workflow_id: 7 },
    { ...question, workflow_id: '\0' },
    { ...question, ask_clarifications: 'yes' },
    { ...question, preferences: 'tone' },
    { ...question, preferences: [] },
    { ...question, preferences: { tone: 'nul \0' } },
    { ...question, preferences: { 'nul \0': 1 } },
    { ...question, preferences: { tone: 'x'.repeat(70_000) } },
    { ...question, preferences: { session_id: 'not a name' } },
    { ...question, preferences: { session_id: 7 } },
    { ...question, preferences: { project: '' } },
    { ...question, preferences: { project: 7 } },
    { ...question, also: 'one wording' },
    { ...question, also: [' '] },
    { ...question, also: Array.from({ length: 6 }, (_, number) => `wording ${number}`) },
    { ...question, priority: 'high' },
  ])('[WFL7] execute refuses %j, and stores nothing', async (body) => {
    const answer = await post(server.url, 'execute', body)
    expect(answer.status).toBe(400)
    expect(answer.body).toStrictEqual(invalid)
    expect(await allRowCounts(dataDir)).toEqual(before)
  })

  test('[WFL3] [WFL7] preferences may not grow past their limit by merging either', async () => {
    const { workflow_id } = known
    const parts = [{ one: 'x'.repeat(40_000) }, { other: 'x'.repeat(40_000) }]
    const [first, second] = parts.map((preferences) => ({ ...question, workflow_id, preferences }))
    await execute(server.url, { ...first, ask_clarifications: false })
    await readStream(server.url, workflow_id)
    before = await allRowCounts(dataDir)
    const refused = await post(server.url, 'execute', second)
    expect(refused.status).toBe(400)
    expect(refused.body).toStrictEqual({ ...invalid, detail: expect.stringContaining('preferences must be at most') })
    expect(await allRowCounts(dataDir)).toEqual(before)
    // The same again takes no more room.
    await execute(server.url, { ...first, ask_clarifications: false })
    await readStream(server.url, workflow_id)
    before = await allRowCounts(dataDir)
  })

  test('[WFL7] ai-answer refuses wrong types and bad ids, and stores nothing', async () => {
    const { workflow_id, message_id } = known
    const told = { workflow_id, message_id, response: 'There.' }
    for (const body of [
      null,
      {},
      { workflow_id, message_id },
      { ...told, response: '' },
      { ...told, response: 'nul \0' },
      { ...told, response: 'half \udc00 of a pair' },
      { ...told, response: { text: 'There.' } },
      { ...told, reasoning: 7 },
      { ...told, reasoning: '\0' },
      { ...told, tool_calls: [{ name: 'search' }] },
      { ...told, tool_calls: 'x'.repeat(100_001) },
      { ...told, workflow_id: null },
      { ...told, workflow_id: 'not-a-uuid' },
      { ...told, message_id: `${message_id} ` },
      { ...told, answers: 'Where is the harbour?' },
      { ...told, answers: ['nul \0'] },
      { ...told, answers: ['one?', 'two?', 'three?', 'four?'] },
      { ...told, score: 1 },
    ]) {
      const answer = await post(server.url, 'ai-answer', body)
      expect([answer.status, JSON.stringify(body)]).toEqual([400, JSON.stringify(body)])
      expect(answer.body).toStrictEqual(invalid)
    }
    expect(await allRowCounts(dataDir)).toEqual(before)
  })

  test('[WFL7] unknown ids are 404, with their code, and nothing is stored', async () => {
    const { workflow_id } = known
    const unknown = randomUUID()
    for (const [path, body, code] of [
      ['execute', { ...question, workflow_id: unknown }, 'WORKFLOW_NOT_FOUND'],
      ['ai-answer', { workflow_id: unknown, message_id: unknown, response: 'There.' }, 'WORKFLOW_NOT_FOUND'],
      ['ai-answer', { workflow_id, message_id: unknown, response: 'There.' }, 'MESSAGE_NOT_FOUND'],
    ] as const) {
      const answer = await post(server.url, path, body)
      expect(answer.status).toBe(404)
      expect(answer.body).toStrictEqual({ detail: expect.any(String), code })
    }
    expect(await allRowCounts(dataDir)).toEqual(before)
  })

  test('[WFL7] what the door does take is kept as it came', async () => {
    const text = 'Zoë said: “naïve” \u{1f980} \r\n\t\ufeff and \u2028 more'
    const asked = await execute(server.url, {
      user_input: text,
      ask_clarifications: false,
      preferences: { tone: text },
    })
    await readStream(server.url, asked.workflow_id)
    const { workflow_id, message_id } = asked
    await post(server.url, 'ai-answer', { workflow_id, message_id, response: text, reasoning: null })
    const frames = await readStream(server.url, workflow_id)
    expect(frames.some(({ data }) => (data?.subqueries as string[] | undefined)?.includes(text))).toBe(true)
    before = await allRowCounts(dataDir)
  })

  test('[WFL7] a page of somebody else is not let in, by its own name or by ours', async () => {
    for (const headers of [{ host: 'evil.example' }, { origin: 'https://evil.example' }, { origin: 'null' }]) {
      const sending = request(`${server.url}/workflow/execute`, { method: 'POST', headers })
      const answered = once(sending, 'response')
      sending.end('{"user_input":"Where?"}')
      const [response] = await answered
      expect(response.statusCode).toBe(403)
      let body = ''
      for await (const part of response) body += part
      expect(JSON.parse(body)).toStrictEqual({ detail: expect.any(String), code: 'FORBIDDEN' })
    }
    expect(await allRowCounts(dataDir)).toEqual(before)
  })

  test('[WSS6] an upgrade to no address, to no stream, or from a page of somebody else is refused, and the server lives', async () => {
    const { port, host } = new URL(server.url)
    const key =
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
    async function upgrade(target: string, headers = ''): Promise<string> {
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${key}${headers}\r\n`)
      const [answer] = await once(socket, 'data')
      socket.destroy()
      return String(answer).split('\r\n')[0]!
    }
    expect(await upgrade('//')).toMatch(/ 404 /)
    expect(await upgrade('/workflow/ws/')).toMatch(/ 404 /)
    expect(await upgrade('/health/live')).toMatch(/ 404 /)
    const stream = `/workflow/ws/${known.workflow_id}`
    expect(await upgrade(stream, 'Origin: https://evil.example\r\n')).toMatch(/ 403 /)
    expect(await upgrade(stream)).toMatch(/ 101 /)
    // One that breaks off at once.
    const broken = connect(Number(port), '127.0.0.1')
    broken.write(`GET // HTTP/1.1\r\nHost: ${host}\r\n${key}\r\n`)
    broken.resetAndDestroy()
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200)
  })

  test.each([
    ['not-a-uuid', '', 4400],
    ['%00', '', 4400],
    [randomUUID(), '', 4404],
    ['known', '?cursor=-1', 4400],
    ['known', '?cursor=1.5', 4400],
    ['known', '?from=first', 4400],
    ['known', '?cursor=seven', 4400],
    ['known', '?cursor=99999999999999999999', 4400],
    ['known', '?final_only=maybe', 4400],
  ] as const)('[WSS6] a stream of %s%s is closed with %i, and told why', async (id, query, code) => {
    const stream = openStream(server.url, id === 'known' ? known.workflow_id : id, query)
    expect(await stream.closed).toBe(code)
    expect(stream.frames).toStrictEqual([
      {
        id: 0,
        message_id: null,
        type: 'error',
        message: expect.any(String),
        data: { code: code === 4404 ? 'WORKFLOW_NOT_FOUND' : 'INVALID_REQUEST' },
        timestamp: expect.any(String),
      },
    ])
  })
})
