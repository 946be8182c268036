import fc from 'fast-check'
import { anyJson } from '../arbitraries.js'
import { anyCall } from './calls.js'

/** A line to be sent: a request that must be answered under its place in the case, or anything else. */
export type Sent =
  | { readonly request: { readonly method: string; readonly params?: unknown } }
  | { readonly json: unknown }
  | { readonly text: string }
  /** Bytes, each as a character below 256. */
  | { readonly bytes: string }

const uris = fc.constantFrom(
  ...[
    'memory://stats',
    'memory://episodes/default',
    'memory://episodes/%00',
    'memory://entities/TOOL',
    'memory://entities/x/y',
  ],
  ...[
    'memory://procedures/coding',
    'memory://',
    'file:///etc/passwd',
    '',
    'memory://stats?x=1#y',
    'memory://episodes/..%2f..',
    'MEMORY://STATS',
    '://',
  ],
)
const request = fc.oneof(
  {
    weight: 12,
    arbitrary: anyCall.map(({ name, input }) => ({ method: 'tools/call', params: { name, arguments: input } })),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('ping', 'tools/list', 'resources/list', 'resources/templates/list')
      .map((method) => ({ method })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('resources/read', 'resources/subscribe', 'resources/unsubscribe'), uris)
      .map(([method, uri]) => ({ method, params: { uri } })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(uris, fc.string({ maxLength: 20 })).map(([uri, value]) => ({
      method: 'completion/complete',
      params: { ref: { type: 'ref/resource', uri }, argument: { name: 'session_id', value } },
    })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          'tools/call',
          'tools/list',
          'ping',
          'completion/complete',
          'prompts/get',
          'logging/setLevel',
          'sampling/createMessage',
          'x',
        ),
        anyJson,
      )
      .map(([method, params]) => ({ method, params })),
  },
)
const envelope = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 8, arbitrary: fc.constant('2.0') }, anyJson),
    id: fc.oneof(fc.integer(), fc.string(), anyJson),
    method: fc.oneof(
      fc.constantFrom(
        'ping',
        'tools/call',
        'initialize',
        'notifications/cancelled',
        'notifications/initialized',
        'notifications/progress',
      ),
      anyJson,
    ),
    params: fc.oneof(
      fc.record(
        { requestId: anyJson, progressToken: anyJson, name: anyJson, arguments: anyJson, _meta: anyJson },
        { requiredKeys: [] },
      ),
      anyJson,
    ),
    result: anyJson,
    error: anyJson,
  },
  { requiredKeys: [] },
)
/** Nearly a message: cut, or with something in its middle. */
const broken = fc
  .tuple(
    request,
    fc.nat(200),
    fc.oneof(
      fc.constant(''),
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.constantFrom('\ufeff', '\u2028', '}', '"', '\\', '\r'),
    ),
  )
  .map(([each, at, inserted]) => {
    const text = JSON.stringify({ jsonrpc: '2.0', id: 'x', ...each })
    return inserted === '' ? text.slice(0, at) : text.slice(0, at) + inserted + text.slice(at)
  })
const deep = fc
  .integer({ min: 1, max: 3_000 })
  .map((depth) => `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`)

export const anySent: fc.Arbitrary<Sent> = fc.oneof(
  { weight: 8, arbitrary: request.map((each) => ({ request: each })) },
  { weight: 3, arbitrary: fc.oneof(envelope, fc.array(envelope, { maxLength: 3 }), anyJson).map((json) => ({ json })) },
  {
    weight: 2,
    arbitrary: fc.oneof(broken, deep, fc.string({ unit: 'binary', maxLength: 60 })).map((text) => ({ text })),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => ({ bytes: String.fromCharCode(...bytes) })) },
)
