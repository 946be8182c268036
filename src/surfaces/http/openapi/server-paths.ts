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

/** The server's own routes. Health and documentation need no key. */
export const serverPaths: Paths = {
  '/health/live': {
    get: {
      ...open,
      operationId: 'health_live',
      summary: 'Is the server running?',
      responses: {
        200: { description: 'Yes.', content: jsonContent(schemaRef('Live'), { status: 'ok' }) },
        ...errorResponses(403),
      },
    },
  },
  '/health/ready': {
    get: {
      ...open,
      operationId: 'health_ready',
      summary: 'Is the store available?',
      responses: {
        200: { description: 'Yes.', content: jsonContent(schemaRef('Ready'), { status: 'ready' }) },
        503: {
          description: 'It is not, or the server is shutting down.',
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
      summary: 'Metrics for Prometheus.',
      description: 'Needs a key with the role admin.',
      responses: {
        200: { description: 'Metrics as text.', content: { 'text/plain': { schema: { type: 'string' } } } },
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
