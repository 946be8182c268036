import fc from 'fast-check'
import { expect } from 'vitest'
import { address, openHttpApp } from '../../support/http-app.js'
import { defineArea } from '../campaign/area.js'
import { expectAnswer } from './answers.js'
import { fillPlaces } from './calls.js'
import { anySent, type Sent } from './frames.js'
import { prepareFolder } from './prepared-folder.js'

const headers = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.dictionary(
    fc.constantFrom(
      'accept',
      'content-type',
      'mcp-protocol-version',
      'mcp-session-id',
      'mcp-method',
      'mcp-name',
      'last-event-id',
      'origin',
      'content-encoding',
    ),
    fc.constantFrom(
      'application/json',
      'text/event-stream',
      '*/*',
      '',
      '2025-03-26',
      '2025-06-18',
      '2026-07-28',
      '1999-01-01',
      'tools/call',
      'x',
      'https://evil.example',
      'http://localhost',
      'gzip',
      '\u00ff',
    ),
    { maxKeys: 3 },
  ),
)

export const mcp = defineArea({
  name: 'mcp',
  shortRuns: 80,
  cases: fc.record({
    method: fc.oneof(
      { weight: 12, arbitrary: fc.constant('POST') },
      fc.constantFrom('GET', 'DELETE', 'PUT', 'OPTIONS', 'HEAD'),
    ),
    query: fc.constantFrom('', '', '', '?toolset=core', '?toolset=x', '?toolset=', '?x=%00'),
    headers,
    body: fc.oneof({ weight: 5, arbitrary: anySent.map((each) => [each]) }, fc.array(anySent, { maxLength: 5 })),
  }),
  async open() {
    const prepared = await prepareFolder()
    const { mind, clock, dataDir, remove } = prepared.copy()
    const troubles: string[] = []
    const note = (message: string) => void troubles.push(message)
    const ignore = () => {}
    const app = openHttpApp(
      { ...mind, clock, dataDir },
      { log: { error: note, warn: note, info: ignore, debug: ignore } },
    )
    return {
      async play(tried) {
        const given = {
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          host: 'localhost',
          ...tried.headers,
        }
        // A stream that stays open ends with the request.
        const giving = new AbortController()
        const init = {
          method: tried.method,
          headers: given,
          signal: giving.signal,
          ...(tried.method === 'POST' || tried.method === 'PUT' ? { body: bodyOf(tried.body, prepared.ids) } : {}),
        }
        const response = await app.fetch(new Request(`${address}/mcp${tried.query}`, init))
        expect(response.status, await response.clone().text().catch(String)).toBeLessThan(500)
        const type = response.headers.get('content-type') ?? ''
        const isListening = type.startsWith('text/event-stream') && tried.method === 'GET'
        const text = isListening ? '' : await response.text()
        giving.abort()
        if (tried.method === 'HEAD') expect(text).toBe('')
        else if (type.startsWith('text/event-stream')) expectEvents(text)
        else if (type.startsWith('application/json') && response.ok) expectMessages(JSON.parse(text))
        else if (type.startsWith('application/json')) expectError(JSON.parse(text))
        else expect(text.length < 10_000).toBe(true)
        expect(troubles).toEqual([])
      },
      async close() {
        await remove()
        prepared.remove()
      },
    }
  },
})

function bodyOf(body: readonly Sent[], ids: Readonly<Record<string, string>>): Uint8Array {
  const [only] = body
  if (body.length === 1 && only !== undefined && 'text' in only) return Buffer.from(only.text)
  if (body.length === 1 && only !== undefined && 'bytes' in only) return Buffer.from(only.bytes, 'latin1')
  const messages = body.flatMap((each, id): unknown[] =>
    'request' in each
      ? [{ jsonrpc: '2.0', id, ...(fillPlaces(each.request, ids) as object) }]
      : 'json' in each
        ? [each.json]
        : [],
  )
  return Buffer.from(JSON.stringify(messages.length === 1 ? messages[0] : messages) ?? '')
}

/** Of all the ends of lines that there are, a stream of events knows but two. */
function expectEvents(text: string): void {
  for (const line of text.split('\n')) if (line.startsWith('data: ')) expectMessages(JSON.parse(line.slice(6)))
}

function expectMessages(told: unknown): void {
  for (const message of Array.isArray(told) ? told : [told]) if (!('method' in message)) expectAnswer(message)
}

/** The protocol's, or the contract's where it never came so far. */
function expectError(told: Readonly<Record<string, unknown>>): void {
  if ('jsonrpc' in told)
    expect(told).toMatchObject({ error: { code: expect.any(Number), message: expect.any(String) } })
  else expect(told).toMatchObject({ error: expect.any(String), message: expect.any(String) })
}
