import { setImmediate as tick } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createRandom } from '../support/random.js'
import { bodyOf, type RawServer, useRawServer } from '../support/raw-server.js'
import { testSeed } from '../support/seed.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

const temporaryFolder = useTemporaryFolders()

async function aGreetedServer(): Promise<RawServer> {
  const server = useRawServer({ dataDir: temporaryFolder() })
  await server.initialize()
  return server
}

async function expectAlive(server: RawServer): Promise<void> {
  expect(await server.request('ping')).toMatchObject({ result: {} })
  expect(bodyOf(await server.callTool('get_session_id'))).toMatchObject({ session_id: 'default' })
}

const megabytes = 1024 * 1024
const parseError = { jsonrpc: '2.0', id: null, error: { code: -32700, message: expect.any(String) } }
const invalidRequest = { jsonrpc: '2.0', id: null, error: { code: -32600, message: expect.any(String) } }

describe('what is no message of the protocol', () => {
  test('text that is no JSON is a parse error, and the next request is answered', async () => {
    const server = await aGreetedServer()
    for (const text of ['{"jsonrpc": "2.0", "id": 1, "method": ', 'hello', '{]', "{'jsonrpc': '2.0'}", 'undefined']) {
      server.write(`${text}\n`)
      expect(await server.refusal(), text).toEqual(parseError)
    }
    await expectAlive(server)
  })

  test('JSON that is no JSON-RPC 2.0 message, batches included, is an invalid request', async () => {
    const server = await aGreetedServer()
    for (const json of [
      'null',
      '1',
      '"ping"',
      'true',
      '[]',
      '{}',
      '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]',
      '{"id":1,"method":"ping"}',
      '{"jsonrpc":"1.0","id":1,"method":"ping"}',
      '{"jsonrpc":"2.0","id":1,"method":5}',
      '{"jsonrpc":"2.0","id":{},"method":"ping"}',
      '{"jsonrpc":"2.0","id":null,"method":"ping"}',
      '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
      '{"jsonrpc":"2.0","id":1}',
      '{"jsonrpc":"2.0"}',
    ]) {
      server.write(`${json}\n`)
      expect(await server.refusal(), json).toEqual(invalidRequest)
    }
    await expectAlive(server)
  })

  test('random bytes are refused line by line', async () => {
    const server = await aGreetedServer()
    const random = createRandom(testSeed)
    for (let turn = 0; turn < 20; turn++) {
      const bytes = Buffer.from(Array.from({ length: 2_000 }, () => random.below(256)))
      // One line, whatever it holds, and never an empty one.
      server.write(
        Buffer.concat([Buffer.from([0x01]), bytes.map((byte) => (byte === 10 ? 11 : byte)), Buffer.from('\n')]),
      )
      expect(await server.refusal()).toEqual(parseError)
    }
    await expectAlive(server)
  })

  test('empty lines are nothing at all', async () => {
    const server = await aGreetedServer()
    server.write('\n\r\n   \n\t\n')
    await expectAlive(server)
    expect(server.lines.filter((line) => line.includes('"id":null'))).toEqual([])
  })

  test('an answer to a question that nobody asked is ignored', async () => {
    const server = await aGreetedServer()
    server.send({ jsonrpc: '2.0', id: 99, result: {} })
    server.send({ jsonrpc: '2.0', id: 100, error: { code: -1, message: 'no' } })
    server.send({ jsonrpc: '2.0', method: 'notifications/unheard-of' })
    await expectAlive(server)
  })

  test('a frame of 20 MB is refused, also when it comes in pieces, and so is the next one', {
    timeout: 60_000,
  }, async () => {
    const server = await aGreetedServer()
    for (let turn = 0; turn < 2; turn++) {
      server.write(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"remember","arguments":{"text":"`)
      for (let part = 0; part < 20; part++) server.write('x'.repeat(megabytes))
      server.write('"}}}\n')
      const refused = () => server.lines.map((line) => JSON.parse(line)).filter(({ error }) => error?.code === -32600)
      await expect.poll(refused, { timeout: 60_000 }).toHaveLength(turn + 1)
      expect(refused().at(-1)).toEqual({ ...invalidRequest, id: 7 })
      await expectAlive(server)
    }
    expect(bodyOf(await server.callTool('recall', { query: 'x' }))).toMatchObject({ total: 0 })
  })

  test('JSON nested a hundred thousand deep is an error answer', async () => {
    const server = await aGreetedServer()
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    server.write(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"remember","arguments":${deep}}}\n`)
    server.write(`{"jsonrpc":"2.0","id":8,"method":"ping","params":{"deep":${deep}}}\n`)
    const call = `"name":"create_episode","arguments":{"content":"x","context":{"deep":${deep}}}`
    server.write(`{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{${call}}}\n`)
    await expectAlive(server)
    const answer = server.lines.map((line) => JSON.parse(line)).find(({ id }) => id === 9)
    expect(bodyOf(answer)).toMatchObject({ error: 'validation_error', field: 'context' })
    const answers = server.lines.map((line) => JSON.parse(line)).filter(({ id }) => id === 7 || id === null)
    expect(answers).not.toEqual([])
    for (const answer of answers) expect(answer).toHaveProperty('error')
  })
})

describe('what the protocol allows', () => {
  test('a message in pieces of a few bytes, cut within characters', async () => {
    const server = await aGreetedServer()
    const text = 'Zoë’s 猫 sleeps under the 🎹 until noon.'
    const params = { name: 'remember', arguments: { text } }
    const bytes = Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id: 500, method: 'tools/call', params })}\n`)
    for (let at = 0; at < bytes.length; at += 3) {
      server.write(bytes.subarray(at, at + 3))
      if (at % 60 === 0) await tick()
    }
    await expect.poll(() => server.lines.some((line) => line.includes('"id":500')), { timeout: 60_000 }).toBe(true)
    const recalled = bodyOf(await server.callTool('recall', { query: 'what sleeps under the piano?' }))
    expect(recalled.memories).toEqual([expect.objectContaining({ content: text })])
  })

  test('many messages in one piece, with Windows line ends', async () => {
    const server = await aGreetedServer()
    const pings = Array.from({ length: 100 }, (_, n) =>
      JSON.stringify({ jsonrpc: '2.0', id: 1_000 + n, method: 'ping' }),
    )
    server.write(pings.join('\r\n').concat('\r\n'))
    await expectAlive(server)
    for (let id = 1_000; id < 1_100; id++) expect(server.lines.some((line) => line.includes(`"id":${id}`))).toBe(true)
  })

  test('three hundred calls at once are all answered', { timeout: 60_000 }, async () => {
    const server = await aGreetedServer()
    const calls = Array.from({ length: 300 }, (_, n) =>
      n % 2 === 0
        ? server.callTool('remember', { text: `Wave ${n} came in.` })
        : server.callTool('recall', { query: 'wave' }),
    )
    for (const answer of await Promise.all(calls)) expect(answer.result).not.toHaveProperty('isError')
    expect(bodyOf(await server.callTool('recall', { query: 'wave', limit: 1 }))).toMatchObject({ total: 150 })
  })

  test('an unknown method and an unknown tool are errors under the id of the request', async () => {
    const server = await aGreetedServer()
    expect(await server.request('memories/burn')).toMatchObject({ error: { code: -32601 } })
    expect(await server.callTool('burn_memories')).toMatchObject({ error: { code: -32602 } })
    for (const params of ['none', 5, null, [1], true]) {
      expect(await server.request('ping', params), JSON.stringify(params)).toMatchObject({ error: { code: -32602 } })
    }
    for (const params of [
      undefined,
      {},
      { name: 5 },
      { name: 'recall', arguments: 'ferry' },
      { name: 'recall', arguments: [] },
    ]) {
      const answer = await server.request('tools/call', params)
      expect(answer.error ?? answer.result, JSON.stringify(params)).toEqual(
        expect.objectContaining(answer.error ? { code: -32602 } : { isError: true }),
      )
    }
    await expectAlive(server)
  })

  test('tool names that every object has are unknown tools', async () => {
    const server = await aGreetedServer()
    for (const name of ['constructor', '__proto__', 'toString', '']) {
      expect(await server.callTool(name), name).toMatchObject({ error: { code: -32602 } })
    }
  })
})
