import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { address, type HttpApp, openHttpApp } from '../support/http-app.js'
import { isValidationError, type Mind, refusal, useMinds } from '../support/minds.js'
import { bodyOf, type RawServer, startRawServer } from '../support/raw-server.js'
import { bait, poisons, refused } from './poisons.js'

const minds = useMinds()
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
let mind: Mind
let app: HttpApp
let server: RawServer
let pages: readonly string[]

const page = async (path: string): Promise<string> =>
  (await app.fetch(new Request(`${address}${path}`, { headers: { host: 'localhost' } }))).text()

beforeAll(async () => {
  mind = minds.open()
  app = openHttpApp(mind)
  await mind.call('memory_stats', {})
  pages = await Promise.all(['/docs', '/openapi.json'].map(page))
  server = startRawServer({ dataDir: mind.dataDir, env: { WW_LOG_LEVEL: 'info' } })
  await server.initialize()
})
afterAll(async () => {
  server.process.kill('SIGKILL')
  await server.exit
})

describe.each(poisons)('$what', ({ text }) => {
  test('[COM4] comes back byte for byte, by whichever door it came and is asked for', async () => {
    const byMcp = bodyOf(await server.callTool('remember', { text, tags: [text.slice(0, 60)] })).id as string
    const { body: overHttp } = await app.call('remember', { text, kind: 'note' })
    const { id: byLibrary } = await mind.call('gwt_store', { content: text })
    for (const id of [byMcp, overHttp.id as string, byLibrary!]) {
      expect((await mind.call('get_memory', { id, project: '*' })).content).toBe(text)
      expect(bodyOf(await server.callTool('get_memory', { id, project: '*' })).content).toBe(text)
      expect((await app.call('get_memory', { id })).body.content).toBe(text)
    }
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_memory', arguments: { id: byMcp } },
    }
    const response = await app.fetch(
      new Request(`${address}/mcp`, {
        method: 'POST',
        headers: { ...json, host: 'localhost' },
        body: JSON.stringify(call),
      }),
    )
    // Of the ends of lines that there are, a stream of events knows but two.
    const [told = ''] = (await response.text()).split('\n').filter((line) => /^(?:data: )?\{/.test(line))
    expect(JSON.parse(told.replace(/^data: /, '')).result.structuredContent.content).toBe(text)
  })
})

test.each(refused)('[COM4] $what is refused by every door, by name', async ({ text }) => {
  expect(await refusal(mind, 'remember', { text })).toMatchObject(isValidationError('text'))
  expect((await app.call('remember', { text })).body).toMatchObject(isValidationError('text'))
  expect(bodyOf(await server.callTool('remember', { text }))).toMatchObject(isValidationError('text'))
  expect(await mind.call('gwt_store', { content: text })).toMatchObject({ error: expect.stringMatching(/^content /) })
})

describe('with all of them in the store', () => {
  test('[COM8] every line on stdout is one message, and nothing was logged', async () => {
    await server.callTool('recall', { query: bait, project: '*', limit: 100 })
    await server.callTool('gwt_attend', { question: bait, project: '*' })
    await server.callTool('consolidate_now', { project: '*', depth: 'deep' })
    for (const line of server.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0', id: expect.anything() })
    expect(server.log()).toBe('')
  })

  test('[OPS5] the page and the document say what they said before', async () => {
    expect(await Promise.all(['/docs', '/openapi.json'].map(page))).toEqual(pages)
  })

  test('[COM8] an answer over HTTP is JSON, to whoever asks for a page', async () => {
    const headers = { 'content-type': 'application/json', accept: 'text/html', host: 'localhost' }
    const body = JSON.stringify({ query: bait, limit: 100 })
    const response = await app.fetch(new Request(`${address}/tools/recall`, { method: 'POST', headers, body }))
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('[COM1] what looks like an id is none, and an id in a text names nothing', async () => {
    const { id } = await mind.call('remember', { text: `One of them, ${bait}.` })
    for (const [from, to] of [
      ['e', 'е'],
      ['-', '‐'],
      ['0', '０'],
      ['ep', 'ＥＰ'],
    ] as const) {
      expect(await refusal(mind, 'get_memory', { id: id.replace(from, to) })).toMatchObject(isValidationError('id'))
    }
    await mind.call('remember', { text: `Forget ${id}, says ${bait}.` })
    const { ids, derived_ids } = await mind.call('forget', { ids: [id], dry_run: true })
    expect([ids, derived_ids]).toEqual([[id], []])
  })

  test('[GWT13] they leave and arrive byte for byte', async () => {
    const other = minds.open()
    const bytes: Uint8Array[] = []
    for await (const { lines } of mind.export({ project: '*' }))
      bytes.push(...lines.map((line) => Buffer.from(`${line}\n`)))
    for await (const outcome of other.import(bytes)) expect(outcome.what).not.toBe('bad')
    const texts: string[] = []
    for await (const { lines } of other.export({ project: '*' }))
      texts.push(...lines.map((line) => JSON.parse(line).content))
    for (const { text } of poisons) expect(texts.filter((each) => each === text).length).toBeGreaterThanOrEqual(3)
  })

  test('[COM4] one of a megabyte is taken from a file, and found', async () => {
    const text = `${bait} ${'k\u0301'.repeat(499_000)}`
    for await (const outcome of mind.import([Buffer.from(JSON.stringify({ content: text }))])) {
      expect(outcome.what).toBe('added')
      if ('id' in outcome) expect((await mind.call('get_memory', { id: outcome.id })).content === text).toBe(true)
    }
    expect((await mind.call('recall', { query: bait, max_tokens: 2_000 })).count).toBeGreaterThan(0)
  })
})
