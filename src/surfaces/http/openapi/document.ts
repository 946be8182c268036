import { stringify } from 'yaml'
import type { OpenApiDocument } from './openapi.js'
import { errorComponents, errorSchemas, rateLimitHeaders } from './responses.js'
import { serverPaths, serverSchemas } from './server-paths.js'
import { toolPaths, toolSchemas } from './tool-paths.js'
import { workflowPaths, workflowSchemas } from './workflow-paths.js'

const description = `Memory for AI agents. Every operation of the front, memory and workspace doors is \`POST /tools/{name}\`: its input is the body, its output the answer. The workflow door has endpoints of its own. MCP is spoken at \`/mcp\`, and not described here: it describes itself.

**Keys.** A server on this machine's own address needs none, unless keys have been made. Otherwise send \`Authorization: Bearer <key>\`.

**Session and project.** Every operation takes \`session_id\` and \`project\`; they say whose memories are meant.

**Errors** are \`{error, message, field?, retry_after?}\` under the code of HTTP that fits. An operation of the workspace that refuses to do something says why in an ordinary answer, \`{error}\`.

**Limit.** A session may make so many calls in a minute; every counted answer carries \`X-RateLimit-*\`.`

/** OPS5: every operation of every door, from the schemas that validate. */
export const createOpenApiDocument = (version: string): OpenApiDocument => ({
  openapi: '3.0.3',
  info: { title: 'World Weaver', version, description, license: { name: 'MIT' } },
  servers: [{ url: '/', description: 'The server that this document came from.' }],
  security: [{}, { bearer: [] }],
  tags: [
    { name: 'front', description: 'The few verbs that cover most of what an agent needs.' },
    { name: 'memory', description: 'Events, facts and skills, and looking back in time.' },
    { name: 'workspace', description: 'What is in mind now: goals, slots, and what competes for them.' },
    { name: 'workflow', description: 'Ask, be asked back, follow, answer.' },
    { name: 'server', description: 'How the server is, and what it can do.' },
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

/** Without anchors: not every reader of OpenAPI knows them. */
export const toYaml = (document: OpenApiDocument): string =>
  stringify(document, { aliasDuplicateObjects: false, lineWidth: 120 })
