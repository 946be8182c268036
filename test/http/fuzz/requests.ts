import fc from 'fast-check'
import type { OpenApiDocument, OpenApiOperation, OpenApiSchema } from '#ww/surfaces/http/openapi/openapi.js'
import { anyJson } from '../../fuzz/arbitraries.js'
import { valueFor } from './value-for.js'

/** A request as it is to be sent; ids that were answered before are still to be filled in. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON, or a text as it is, or nothing. */
  readonly body: { readonly json: unknown } | { readonly text: string } | undefined
}

const json = { 'content-type': 'application/json' }
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND'] as const
const plain = fc.string({ minLength: 1, maxLength: 30, unit: fc.constantFrom(...'abcXYZ019 -_/;=,.*"'.split('')) })

const oddHeaders = fc.dictionary(
  fc.constantFrom(
    'accept',
    'accept-encoding',
    'authorization',
    'cookie',
    'origin',
    'x-forwarded-for',
    'x-request-id',
    'if-none-match',
    'range',
    'content-type',
    'content-encoding',
  ),
  fc.oneof(
    plain,
    fc.constantFrom(
      'application/json',
      'application/json; charset=utf-8',
      'text/plain',
      'multipart/form-data; boundary=x',
    ),
    fc.constantFrom(
      'http://localhost:8000',
      'https://evil.example',
      'null',
      'Bearer x',
      'Bearer ',
      'Basic eDp5',
      'gzip',
      '*/*',
    ),
  ),
  { maxKeys: 4 },
)

/** Requests for every route of the document, most of them as it says, and for what it does not have. */
export function requestsOf(document: OpenApiDocument): fc.Arbitrary<Asked> {
  const resolve = ({ $ref, ...schema }: OpenApiSchema): OpenApiSchema =>
    $ref === undefined ? schema : document.components.schemas[$ref.replace('#/components/schemas/', '')]!
  const bodyOf = ({ requestBody }: OpenApiOperation) => {
    const { schema = {}, example } = requestBody?.content['application/json'] ?? {}
    return { schema: resolve(schema), example }
  }
  const calls = Object.entries(document.paths).flatMap(([path, { get, post }]) => [
    ...(get === undefined ? [] : [{ path, method: 'GET', schema: undefined, example: undefined }]),
    ...(post === undefined ? [] : [{ path, method: 'POST', ...bodyOf(post) }]),
  ])
  const posts = calls.flatMap(({ path, schema, example }) => (schema === undefined ? [] : [{ path, schema, example }]))
  const concrete = (path: string) => path.replace('{workflow_id}', '0190a5d0-7c1e-7f3a-9b60-3f1c2d4e5f60')
  const posted = (path: string, body: Asked['body'], headers: Asked['headers'] = json): Asked => ({
    method: 'POST',
    path,
    headers,
    body,
  })

  const valid = fc.oneof(
    ...posts.map(({ path, schema, example }) =>
      valueFor(schema, example).map((value) => posted(path, { json: value })),
    ),
  )
  const spoilt = fc.oneof(
    ...posts.map(({ path, schema, example }) =>
      spoiltOf(schema, example).map((value) => posted(path, { json: value })),
    ),
  )
  const anyPath = fc.constantFrom(...calls.map(({ path }) => concrete(path)))
  const anyBody = fc.oneof(
    anyJson.map((value) => ({ json: value })),
    fc.string({ unit: 'binary', maxLength: 60 }).map((text) => ({ text })),
    fc
      .constantFrom('', '{', '[]', '{"query":}', '\ufeff{}', '{"query":"x"} ', 'query=kettle')
      .map((text) => ({ text })),
    fc.constant(undefined),
  )
  const anyType = fc.constantFrom({ ...json }, { ...json }, {}, { 'content-type': 'text/plain' })
  const anyPosted = fc.tuple(anyPath, anyBody, anyType).map(([path, body, type]) => posted(path, body, type))
  const odd = fc
    .tuple(fc.oneof(valid, spoilt), oddHeaders, fc.constantFrom(...methods))
    .map(([asked, headers, method]) => ({ ...asked, method, headers: { ...json, ...headers } }))
  const readable = calls.filter(({ method }) => method === 'GET').map(({ path }) => concrete(path))
  const gotten = fc
    .tuple(
      fc.constantFrom(...readable),
      fc.oneof(oddHeaders, fc.constant({})),
      fc.constantFrom('', '?x=1', '?cursor=-1&final_only=maybe'),
    )
    .map(([path, headers, query]) => ({ method: 'GET', path: path + query, headers, body: undefined }))
  const segment = fc.oneof(
    fc.constantFrom(
      'tools',
      'recall',
      'workflow',
      'execute',
      'ws',
      'health',
      'docs',
      '..',
      '.',
      '',
      '%00',
      '%',
      '%72ecall',
      '__proto__',
      'constructor',
    ),
    plain.map(encodeURIComponent),
  )
  const lost = fc
    .tuple(fc.constantFrom(...methods), fc.array(segment, { maxLength: 4 }), oddHeaders, anyBody)
    .map(([method, segments, headers, body]) => ({
      method,
      path: `/${segments.join('/')}`,
      headers: { ...json, ...headers },
      body,
    }))
  return fc.oneof(
    { weight: 50, arbitrary: valid },
    { weight: 25, arbitrary: spoilt },
    { weight: 8, arbitrary: anyPosted },
    { weight: 7, arbitrary: odd },
    { weight: 5, arbitrary: gotten },
    { weight: 5, arbitrary: lost },
  )
}

/** Nearly right: one field of another kind, one too many, or one that is missing. */
function spoiltOf(schema: OpenApiSchema, example: unknown): fc.Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {})
  const wrong = fc.oneof(
    anyJson,
    fc.constantFrom('', ' ', '\0', '\ud83d', -1, 1.5, 1e308, [], {}, [null], 'x'.repeat(100_001)),
  )
  return fc
    .tuple(valueFor(schema, example), fc.constantFrom(...names, '__proto__', 'unknown', ''), wrong, fc.boolean())
    .map(([value, name, other, isLeftOut]) => {
      const { [name]: _, ...rest } = value as Record<string, unknown>
      // Through JSON, for a name that is no name of a field to JavaScript.
      return isLeftOut
        ? rest
        : JSON.parse(
            `${JSON.stringify(rest).replace(/\}$/, Object.keys(rest).length > 0 ? ',' : '')}${JSON.stringify(name)}:${JSON.stringify(other)}}`,
          )
    })
}
