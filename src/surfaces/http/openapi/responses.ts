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
  'X-RateLimit-Remaining': { description: 'Calls that are left in this window.', schema: integer },
  'X-RateLimit-Reset': {
    description: 'When the oldest call leaves the window, in seconds since 1970.',
    schema: integer,
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
}
const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` })
/** Of every answer that was counted. */
export const countedHeaders = Object.fromEntries(
  Object.keys(rateLimitHeaders)
    .filter((name) => name !== 'Retry-After')
    .map((name) => [name, headerRef(name)]),
)
const refusedHeaders = { ...countedHeaders, 'Retry-After': headerRef('Retry-After') }

interface ErrorResponse {
  readonly name: string
  readonly description: string
  readonly isCounted: boolean
  readonly code: ErrorCode
  readonly example: Readonly<Record<string, unknown>>
}

const message = (text: string) => ({ message: text })
/** COM8, by the code of HTTP. */
const errors: Readonly<Record<number, ErrorResponse>> = {
  400: {
    name: 'BadInput',
    description: 'The input is not what the operation takes; `field` says which part.',
    isCounted: true,
    code: 'validation_error',
    example: { ...message('query is required'), field: 'query' },
  },
  401: {
    name: 'Unauthorized',
    description: 'This server wants a key, and has got none that it knows.',
    isCounted: false,
    code: 'unauthorized',
    example: message('A key is needed: Authorization: Bearer …'),
  },
  403: {
    name: 'Forbidden',
    description: 'The key does not allow this, or the request comes from a page of somebody else.',
    isCounted: true,
    code: 'forbidden',
    example: message('This key may only read'),
  },
  404: {
    name: 'NotFound',
    description: 'There is no such memory in sight, or no such operation.',
    isCounted: true,
    code: 'not_found',
    example: { ...message('Memory not found'), field: 'id' },
  },
  405: {
    name: 'WrongMethod',
    description: 'Operations are called by POST; `Allow` says so.',
    isCounted: false,
    code: 'validation_error',
    example: message('An operation is called by POST'),
  },
  413: {
    name: 'TooLarge',
    description: 'The body has more than 8 MiB.',
    isCounted: true,
    code: 'validation_error',
    example: message('The body may have at most 8388608 bytes'),
  },
  415: {
    name: 'NotJson',
    description: 'The body is not said to be JSON.',
    isCounted: true,
    code: 'validation_error',
    example: { ...message('The Content-Type must be application/json, in UTF-8'), field: 'Content-Type' },
  },
  429: {
    name: 'TooMany',
    description: 'The session has made too many calls; `Retry-After` says how long to wait.',
    isCounted: true,
    code: 'rate_limited',
    example: { ...message('Rate limit exceeded: wait 15.3 seconds'), retry_after: 15.3 },
  },
  500: {
    name: 'Broken',
    description: 'Something went wrong on the server’s side; its log has the cause under the reference.',
    isCounted: true,
    code: 'internal_error',
    example: message('Something went wrong on our side. Reference: 1a2b3c4d'),
  },
  503: {
    name: 'GoingAway',
    description: 'The server is going away; ask again.',
    isCounted: false,
    code: 'timeout',
    example: message('The server is going away; ask again'),
  },
  504: {
    name: 'GivenUp',
    description: 'It took too long and was given up.',
    isCounted: true,
    code: 'timeout',
    example: message('The call was given up'),
  },
}

/** `#/components/responses/…` by the code of HTTP. */
export const errorResponses = (...statuses: readonly number[]): Record<string, { readonly $ref: string }> =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${errors[status]!.name}` }]))

const nameOf = (code: ErrorCode): string =>
  `${code.replace(/_error$/, '').replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Error`

function errorSchema(code: ErrorCode): OpenApiSchema {
  return {
    type: 'object',
    properties: {
      error: { type: 'string', enum: [code] },
      message: { type: 'string', description: 'For a person, or a model.' },
      ...(code === 'validation_error' || code === 'not_found' || code === 'forbidden'
        ? { field: { type: 'string', description: 'Which part of the request it is about.' } }
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
  Object.entries(errors).map(([status, { name, description, isCounted, code, example }]): [string, OpenApiResponse] => [
    name,
    {
      description,
      ...(isCounted ? { headers: status === '429' ? refusedHeaders : countedHeaders } : {}),
      content: jsonContent(schemaRef(nameOf(code)), { error: code, ...example }),
    },
  ]),
)
