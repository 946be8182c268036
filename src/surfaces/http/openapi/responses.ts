import type { ErrorCode } from '../../../errors.js'
import type { Content, OpenApiDocument, OpenApiResponse, OpenApiSchema } from './openapi.js'
import { schemaRef } from './openapi.js'

type Components = OpenApiDocument['components']

export const jsonContent = (schema: OpenApiSchema, example?: unknown): Content => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
})

const integer = { type: 'integer', minimum: 0 } as const

/** COM10. */
export const rateLimitHeaders: Components['headers'] = {
  'X-RateLimit-Limit': { description: 'Calls that a session may make in 60 seconds.', schema: integer },
  'X-RateLimit-Remaining': { description: 'Calls left in this window.', schema: integer },
  'X-RateLimit-Reset': {
    description: 'When the oldest call leaves the window, in seconds since 1970.',
    schema: integer,
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
}
const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` })
/** Headers of every response that the rate limit counts. */
export const countedHeaders = Object.fromEntries(
  Object.keys(rateLimitHeaders)
    .filter((name) => name !== 'Retry-After')
    .map((name) => [name, headerRef(name)]),
)
const refusedHeaders = { ...countedHeaders, 'Retry-After': headerRef('Retry-After') }

interface ErrorResponse {
  readonly name: string
  readonly description: string
  readonly code: ErrorCode
  readonly example: Readonly<Record<string, unknown>>
}

const message = (text: string) => ({ message: text })
/** COM8, by HTTP status. */
const errors: Readonly<Record<number, ErrorResponse>> = {
  400: {
    name: 'BadInput',
    description: 'The input is not valid; `field` names the part.',
    code: 'validation_error',
    example: { ...message('query is required'), field: 'query' },
  },
  401: {
    name: 'Unauthorized',
    description: 'This server needs a key, and the request has none that is valid.',
    code: 'unauthorized',
    example: message('A key is needed: Authorization: Bearer …'),
  },
  403: {
    name: 'Forbidden',
    description: 'The key does not allow this, or the request comes from an origin that is not allowed.',
    code: 'forbidden',
    example: message('This key may only read'),
  },
  404: {
    name: 'NotFound',
    description: 'There is no such memory that the caller may see, or no such operation.',
    code: 'not_found',
    example: { ...message('Memory not found'), field: 'id' },
  },
  405: {
    name: 'WrongMethod',
    description: 'Operations are called with POST (see `Allow`).',
    code: 'validation_error',
    example: message('Operations are called with POST'),
  },
  413: {
    name: 'TooLarge',
    description: 'The body has more than 8 MiB.',
    code: 'validation_error',
    example: message('The body may have at most 8388608 bytes'),
  },
  415: {
    name: 'NotJson',
    description: 'The `Content-Type` is not JSON.',
    code: 'validation_error',
    example: { ...message('The Content-Type must be application/json, in UTF-8'), field: 'Content-Type' },
  },
  429: {
    name: 'TooMany',
    description: 'The session has made too many calls; `Retry-After` says how long to wait.',
    code: 'rate_limited',
    example: { ...message("Rate limit exceeded for session 'default'"), retry_after: 15.3 },
  },
  500: {
    name: 'Broken',
    description: 'Internal error; the server’s log has the cause under the reference.',
    code: 'internal_error',
    example: message('Something went wrong on our side. Reference: 1a2b3c4d'),
  },
  503: {
    name: 'GoingAway',
    description: 'The server is shutting down; try again.',
    code: 'timeout',
    example: message('The server is shutting down; try again'),
  },
  504: {
    name: 'GivenUp',
    description: 'The request timed out.',
    code: 'timeout',
    example: message('The request timed out after 30 seconds'),
  },
}

const uncounted = new Set(['401', '405', '503'])

/** `#/components/responses/…` by HTTP status. */
export const errorResponses = (...statuses: readonly number[]): Record<string, { readonly $ref: string }> =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${errors[status]!.name}` }]))

const nameOf = (code: ErrorCode): string =>
  `${code.replace(/_error$/, '').replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Error`

function errorSchema(code: ErrorCode): OpenApiSchema {
  return {
    type: 'object',
    properties: {
      error: { type: 'string', enum: [code] },
      message: { type: 'string', description: 'For a person or a model to read.' },
      ...(code === 'validation_error' || code === 'not_found' || code === 'forbidden'
        ? { field: { type: 'string', description: 'The part of the request that is wrong.' } }
        : {}),
      ...(code === 'rate_limited' ? { retry_after: { type: 'number', description: 'Seconds to wait.' } } : {}),
    },
    required: ['error', 'message', ...(code === 'rate_limited' ? ['retry_after'] : [])],
  }
}

export const errorSchemas: Components['schemas'] = Object.fromEntries(
  Object.values(errors).map(({ code }) => [nameOf(code), errorSchema(code)]),
)

export const errorComponents: Components['responses'] = Object.fromEntries(
  Object.entries(errors).map(([status, { name, description, code, example }]): [string, OpenApiResponse] => [
    name,
    {
      description,
      ...(uncounted.has(status) ? {} : { headers: status === '429' ? refusedHeaders : countedHeaders }),
      content: jsonContent(schemaRef(nameOf(code)), { error: code, ...example }),
    },
  ]),
)
