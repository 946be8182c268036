// The routes of `ww serve`: those of the OpenAPI document, and MCP, which describes itself.
import { version } from '../../dist/app/configuration/version.js'
import { operations } from '../../dist/operations/index.js'
import { createOpenApiDocument } from '../../dist/surfaces/http/openapi/document.js'
import { code, linkTo, paragraphs, prose, table, wordsFor } from './markdown.mjs'
import { workflowHeadings } from './workflow.mjs'

/** The lowest role for routes that are not operations; test/docs/routes.test.ts checks it against a server with keys. */
const callers = {
  'POST /mcp': '`read`',
  'POST /workflow/execute': '`write`',
  'POST /workflow/ai-answer': '`write`',
  'GET /workflow/ws/{workflow_id}': '`read`',
  'GET /health/live': 'anybody',
  'GET /health/ready': 'anybody',
  'GET /openapi.json': 'anybody',
  'GET /docs': 'anybody',
  'GET /metrics': '`admin`',
}

/** Replaces summaries of the OpenAPI document that are too short here or say "this document". */
const words = {
  'GET /workflow/ws/{workflow_id}': 'Follow a workflow over a WebSocket. The command `cancel` needs `write`.',
  'GET /health/live': 'Whether the process is running.',
  'GET /health/ready': 'Whether the store is available: 200 or 503.',
  'GET /metrics': 'Metrics for Prometheus. Only for keys of the server’s own tenant.',
  'GET /openapi.json': 'Describes the routes in OpenAPI 3.0.3.',
  'GET /docs': 'The same as a page to read, with forms to try each call.',
}

const summaryOf = new Map(operations.map(({ name, summary, effect }) => [name, { summary, effect }]))

const described = Object.entries(createOpenApiDocument(version).paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { summary, tags }]) => ({
    route: `${method.toUpperCase()} ${path}`,
    path,
    summary,
    tag: tags[0],
  })),
)

function row({ route, path, summary }) {
  const tool = /^\/tools\/(.*)$/.exec(path)?.[1]
  if (tool !== undefined) {
    const { effect } = summaryOf.get(tool)
    return [code(route), `${linkTo(code(tool))}: ${prose(summary)}`, effect === 'read' ? '`read`' : '`write`']
  }
  const heading = code(route)
  const name = workflowHeadings.includes(heading) ? linkTo(heading) : heading
  return [name, words[route] ?? prose(summary), wordsFor(callers, route, 'who may call')]
}

const headers = ['route', 'what it does', 'who may call']
const tableOf = (chosen) => table(headers, described.filter(({ tag }) => chosen.includes(tag)).map(row))

export const routesSection = () =>
  paragraphs(
    '## HTTP routes',
    '`ww serve` answers these on `http://localhost:8000` unless told otherwise. *Who may call* names the lowest [role of a key](keys-and-tenants.md#limit-what-a-key-may-do): `write` may do what `read` may, `admin` what both may; *anybody* needs no key. A server that listens on this machine alone asks for no key, and everybody may call everything, unless it was started with `--auth`. A key that is sent is checked in any case.',
    '### The server itself',
    tableOf(['server']),
    'A key that is not valid is refused at `/openapi.json` and `/docs` as well; the health checks ignore keys.',
    '### MCP',
    table(headers, [
      [
        '`POST /mcp`',
        '[MCP over Streamable HTTP](mcp-over-http.md): a JSON-RPC message in, an answer or a stream of events out. `?toolset=core` offers fewer tools.',
        callers['POST /mcp'],
      ],
    ]),
    'A tool that writes needs the role `write`; with less, its result is `forbidden`. `GET` and `DELETE` are answered with 405: the server keeps no session of the protocol.',
    '### The workflow',
    tableOf(['workflow']),
    '### Operations over REST',
    'The body is the input, as `application/json`; the answer is the output ([how to call](rest.md)). Any other method is answered with 405.',
    tableOf([...new Set(operations.map(({ door }) => door))]),
    '### What holds for every route',
    `- The key is the bearer token of the \`Authorization\` header; a WebSocket may carry it as a [subprotocol](keys-and-tenants.md#call-with-a-key).
- Every answer carries \`X-Request-Id\`; answers that count for the rate limit carry \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`; a 429 carries \`Retry-After\`.
- Requests to another name than the server’s own, and from other origins, get 403 unless [allowed](mcp-over-http.md#allowed-hosts-and-origins). \`OPTIONS\` answers what a browser asks before it calls.
- The [limits](run-as-a-service.md#limits) of time, size and number hold for all of them, the [errors](#errors) are the same.`,
  )
