import type { Content, OpenApiDocument, OpenApiOperation, OpenApiResponse } from '../openapi/openapi.js'
import { html, type Markup, prose } from './markup.js'
import { fieldsOf, type Resolve } from './schema-view.js'

/** The text that the page's filter searches. */
export const wordsOf = (path: string, { operationId, summary }: OpenApiOperation): string =>
  `${operationId} ${path} ${summary}`.toLowerCase()

/** One operation: purpose, input, responses, errors and a form to try it. */
export function operationSection(
  method: 'get' | 'post',
  path: string,
  operation: OpenApiOperation,
  { components }: OpenApiDocument,
): Markup {
  const { operationId, summary, description, deprecated, requestBody, responses } = operation
  const resolve: Resolve = (schema) =>
    schema.$ref === undefined ? schema : (components.schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {})
  const responseOf = (each: OpenApiResponse | { readonly $ref: string }): OpenApiResponse =>
    '$ref' in each ? components.responses[each.$ref.replace('#/components/responses/', '')]! : each
  const answers = Object.entries(responses).map(([status, each]) => ({ status, ...responseOf(each) }))
  const badge = deprecated === true ? html` <span class="tag">deprecated</span>` : undefined
  return html`<article id="${operationId}" data-words="${wordsOf(path, operation)}">
<h3><a href="#${operationId}"><span class="method ${method}">${method}</span> <code>${path}</code></a>${badge}</h3>
<p class="summary">${prose(summary)}</p>
${description === undefined ? undefined : html`<p>${prose(description)}</p>`}
${parametersOf(operation)}
${takenBy(requestBody?.content, resolve)}
${answers.filter(({ status }) => status < '300').map((each) => answerOf(each, resolve))}
${failures(answers.filter(({ status }) => status >= '300'))}
${path.includes('{') ? undefined : tryIt(method, path, requestBody?.content['application/json']?.example)}
</article>`
}

function parametersOf({ parameters = [] }: OpenApiOperation): Markup | undefined {
  const rows = parameters.map(
    ({ name, in: where, description }) =>
      html`<tr><th scope="row"><code>${name}</code></th><td>${where}</td><td>${prose(description)}</td></tr>`,
  )
  return table('Parameters', ['name', 'in', ''], rows)
}

const takenBy = (content: Content = {}, resolve: Resolve): Markup | undefined =>
  table('Input', ['field', 'type', 'default', ''], fieldsOf(content['application/json']?.schema ?? {}, resolve))

function answerOf(
  { status, description, content = {} }: OpenApiResponse & { readonly status: string },
  resolve: Resolve,
): Markup {
  const { schema = {}, example } = content['application/json'] ?? {}
  // GWT1: the second schema is a refusal.
  const rows = fieldsOf(schema.anyOf?.[0] ?? schema, resolve)
  const fields = table(`Response ${status}: ${description}`, ['field', 'type', '', ''], rows)
  const shown = example === undefined ? undefined : details('Example response', html`<pre>${pretty(example)}</pre>`)
  return html`${fields ?? html`<p>Response ${status}: ${prose(description)}</p>`}${shown}`
}

function failures(answers: readonly (OpenApiResponse & { readonly status: string })[]): Markup | undefined {
  const rows = answers.map(
    ({ status, description }) => html`<tr><th scope="row">${status}</th><td>${prose(description)}</td></tr>`,
  )
  return table('Errors', ['status', 'when'], rows)
}

/** The form needs the page's script; the curl command does the same without it. */
function tryIt(method: 'get' | 'post', path: string, example: unknown = {}): Markup {
  const quoted = JSON.stringify(example).replaceAll("'", "'\\''")
  const data = method === 'get' ? '' : ` -H 'content-type: application/json' -d '${quoted}'`
  const rows = Math.min(pretty(example).split('\n').length + 1, 16)
  const body =
    method === 'get'
      ? undefined
      : html`<label>Body<textarea spellcheck="false" rows="${rows}">${pretty(example)}</textarea></label>`
  return html`<details class="try"><summary>Try it</summary>
<pre>curl -sS http://localhost:8000${path}${data}</pre>
<form data-method="${method}" data-path="${path}">${body}<button>Send</button> <output></output></form></details>`
}

/** Undefined without rows. */
function table(title: string, head: readonly string[], rows: readonly Markup[]): Markup | undefined {
  if (rows.length === 0) return undefined
  const cells = head.map((cell) => html`<th scope="col">${cell}</th>`)
  return details(
    title,
    html`<div class="wide"><table><thead><tr>${cells}</tr></thead><tbody>${rows}</tbody></table></div>`,
  )
}

const details = (title: string, content: Markup): Markup =>
  html`<details><summary>${title}</summary>${content}</details>`

const pretty = (value: unknown): string => JSON.stringify(value, null, 2)
