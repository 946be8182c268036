import type { OpenApiDocument, OpenApiOperation, OpenApiResponse } from '#ww/surfaces/http/openapi/openapi.js'
import { createSchemaCheck } from '../../support/schema-check.js'
import type { Asked } from './requests.js'

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Says what is wrong with an answer, if anything is, by the document alone. */
export interface Judge {
  /** The route that was meant, or what else it was. */
  routeOf(asked: Asked): string
  problem(asked: Asked, answered: Answered): string | undefined
}

const limitHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']

export function createJudge(document: OpenApiDocument): Judge {
  const check = createSchemaCheck(document)
  const { WrongMethod, NotFound, Forbidden, Unauthorized } = document.components.responses
  const workflow = document.paths['/workflow/execute']!.post!

  function find({
    path,
  }: Asked): { readonly path: string; readonly methods: Readonly<Record<string, OpenApiOperation>> } | undefined {
    const plain = decoded(pathOf(path))
    const template = /^\/workflow\/ws\/[^/]+$/.test(plain) ? '/workflow/ws/{workflow_id}' : plain
    const methods = Object.hasOwn(document.paths, template) ? document.paths[template] : undefined
    return methods === undefined ? undefined : { path: template, methods }
  }

  /** What the document says of this answer; for what it does not have, what every answer of that kind is. */
  function expected(asked: Asked, status: number): OpenApiResponse | undefined {
    const found = find(asked)
    const method = asked.method === 'HEAD' ? 'get' : asked.method.toLowerCase()
    const operation = found?.methods[method]
    if (operation !== undefined) return check.response(operation.responses, String(status))
    const isWorkflow = /^\/workflow(?:\/|$)/.test(pathOf(asked.path))
    if (isWorkflow)
      return [400, 401, 403, 404, 415, 429].includes(status)
        ? check.response(workflow.responses, String(status))
        : undefined
    if (status === 401) return Unauthorized
    if (status === 403) return Forbidden
    if (found?.path.startsWith('/tools/')) return status === 405 ? WrongMethod : undefined
    if (status === 404) return NotFound
    // An unknown tool is counted, too, and its body may be refused before anybody looks at its name.
    return check.response(document.paths['/tools/recall']!.post!.responses, String(status))
  }

  return {
    routeOf(asked) {
      const found = find(asked)
      if (found === undefined) return 'elsewhere'
      return Object.hasOwn(found.methods, asked.method.toLowerCase()) ? found.path : `${found.path} by another method`
    },
    problem(asked, answered) {
      const { status, headers, text } = answered
      if (status >= 500) return `${status} ${text}`
      // What a browser asks before it sends anything.
      if (asked.method === 'OPTIONS' && status === 204) return text === '' ? undefined : '204 with a body'
      const response = expected(asked, status)
      if (response === undefined) return `${status} is not documented here: ${text}`
      if (status === 405 && headers.get('allow') !== 'POST') return '405 does not say what is allowed'
      const counted = limitHeaders.filter((name) => /^\d+$/.test(headers.get(name) ?? ''))
      const isCall = asked.method === 'POST' && find(asked)?.methods.post !== undefined
      if (isCall && status !== 401 && status !== 403 && counted.length < 3) return `${status} carries ${counted} only`
      if (status === 429 && !/^[1-9]\d*$/.test(headers.get('retry-after') ?? '')) return '429 without Retry-After'
      if (asked.method === 'HEAD') return text === '' ? undefined : 'HEAD with a body'
      return problemOfBody(asked, response, answered)
    },
  }

  function problemOfBody(
    asked: Asked,
    { content = {} }: OpenApiResponse,
    { status, headers, text }: Answered,
  ): string | undefined {
    const type = headers.get('content-type')?.split(';')[0] ?? ''
    const schema = content[type]?.schema
    if (schema === undefined) return `${status} is ${type || 'of no type'}`
    if (type !== 'application/json') return undefined
    const body: unknown = JSON.parse(text)
    const problem = check.problem(schema, body)
    if (problem !== undefined) return `${status} ${text.slice(0, 2_000)}: ${problem}`
    return status === 200 || status === 201 ? problemOfTaking(asked, body) : undefined
  }

  /** What was taken must be what the document says is taken. */
  function problemOfTaking(asked: Asked, body: unknown): string | undefined {
    const taken = find(asked)?.methods.post?.requestBody?.content['application/json']?.schema
    if (taken === undefined || (body as { error?: unknown }).error !== undefined) return undefined
    const told =
      asked.body === undefined
        ? {}
        : 'json' in asked.body
          ? asked.body.json
          : JSON.parse(asked.body.text.replace(/^\ufeff/, '') || '{}')
    const problem = check.problem(taken, told ?? {})
    return problem === undefined ? undefined : `took what the document does not: ${problem}`
  }
}

/** As it is when it has been sent: without its dots, and its query. */
const pathOf = (path: string): string => new URL(`http://localhost${path}`).pathname

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
