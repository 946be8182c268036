import { stringify } from 'yaml'
import type { OpenApiDocument } from './openapi.js'
import { errorComponents, errorSchemas, rateLimitHeaders } from './responses.js'
import { serverPaths, serverSchemas } from './server-paths.js'
import { toolPaths, toolSchemas } from './tool-paths.js'
import { workflowPaths, workflowSchemas } from './workflow-paths.js'

const description = `Memory for AI agents. Every operation of the front, memory, review and workspace doors is \`POST /tools/{name}\`: the body is its input, the response its output. The workflow door has its own endpoints. MCP is served at \`/mcp\` and is not described here, because the protocol describes itself.

**Keys.** A server on a loopback address needs none, unless keys have been created. Otherwise send \`Authorization: Bearer <key>\`.

**Session and project.** Every operation takes \`session_id\` and \`project\`; they select the memories that it reads and writes.

**Errors** are \`{error, message, field?, retry_after?}\` with the HTTP status that fits. A workspace operation that refuses its input gives the reason in a response with status 200, \`{error}\`.

**Rate limit.** A session may make a limited number of calls per minute; every counted response carries \`X-RateLimit-*\`.`

/** OPS5: every operation of every door, from the schemas that validate its input. */
export const createOpenApiDocument = (version: string): OpenApiDocument => ({
  openapi: '3.0.3',
  info: { title: 'World Weaver', version, description, license: { name: 'MIT' } },
  servers: [{ url: '/', description: 'The server that sent this document.' }],
  security: [{}, { bearer: [] }],
  tags: [
    { name: 'front', description: 'The few operations that cover most of what an agent needs.' },
    { name: 'memory', description: 'Events, facts and skills, and queries about the past.' },
    { name: 'review', description: 'What rules cannot settle, asked of the caller.' },
    { name: 'workspace', description: 'The current focus: goals, slots, and the memories that compete for them.' },
    { name: 'workflow', description: 'Ask, clarify, follow and answer.' },
    { name: 'server', description: 'The state of the server, and its documentation.' },
  ],
  paths: { ...toolPaths, ...workflowPaths, ...serverPaths },
  components: {
    schemas: { ...toolSchemas, ...workflowSchemas, ...serverSchemas, ...errorSchemas },
    responses: errorComponents,
    headers: rateLimitHeaders,
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'A key of this server (`ww key create`).' },
    },
  },
})

export const toJson = (document: OpenApiDocument): string => `${JSON.stringify(document, null, 2)}\n`

/** Without anchors, because some OpenAPI tools do not support them. */
export const toYaml = (document: OpenApiDocument): string =>
  stringify(document, { aliasDuplicateObjects: false, lineWidth: 120 })
