import { type OpenApiSchema, type Paths, schemaRef } from './openapi.js'
import { errorResponses, jsonContent } from './responses.js'

const health = (...statuses: readonly string[]): OpenApiSchema => ({
  type: 'object',
  properties: { status: { type: 'string', enum: statuses } },
  required: ['status'],
})

export const serverSchemas: Readonly<Record<string, OpenApiSchema>> = {
  Live: health('ok'),
  Ready: health('ready'),
  Unavailable: health('unavailable'),
}

const open = { tags: ['server'], security: [] } as const

/** What concerns the server itself: whether it lives, and what it can do, is told without a key. */
export const serverPaths: Paths = {
  '/health/live': {
    get: {
      ...open,
      operationId: 'health_live',
      summary: 'Does the server run?',
      responses: {
        200: { description: 'It does.', content: jsonContent(schemaRef('Live'), { status: 'ok' }) },
        ...errorResponses(403),
      },
    },
  },
  '/health/ready': {
    get: {
      ...open,
      operationId: 'health_ready',
      summary: 'Does the store answer?',
      responses: {
        200: { description: 'It does.', content: jsonContent(schemaRef('Ready'), { status: 'ready' }) },
        503: {
          description: 'It does not, or the server is going away.',
          content: jsonContent(schemaRef('Unavailable'), { status: 'unavailable' }),
        },
        ...errorResponses(403),
      },
    },
  },
  '/metrics': {
    get: {
      operationId: 'metrics',
      tags: ['server'],
      summary: 'How the server does, for Prometheus.',
      description: 'For a key of the role admin.',
      responses: {
        200: { description: 'Numbers.', content: { 'text/plain': { schema: { type: 'string' } } } },
        ...errorResponses(401, 403, 429, 500, 503, 504),
      },
    },
  },
  '/openapi.json': {
    get: {
      tags: ['server'],
      operationId: 'openapi',
      summary: 'This document.',
      responses: {
        200: {
          description: 'OpenAPI 3.0.3.',
          content: jsonContent({ type: 'object', required: ['openapi', 'info', 'paths'], additionalProperties: true }),
        },
        ...errorResponses(401, 403, 429, 500, 503, 504),
      },
    },
  },
  '/docs': {
    get: {
      tags: ['server'],
      operationId: 'docs',
      summary: 'This document as a page to read and to try.',
      responses: {
        200: { description: 'A page.', content: { 'text/html': { schema: { type: 'string' } } } },
        ...errorResponses(401, 403, 429, 500, 503, 504),
      },
    },
  },
}
