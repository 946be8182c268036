import type { OpenApiDocument, OpenApiOperation, OpenApiResponse, OpenApiSchema } from '../openapi/openapi.js'
import { html, type Markup, prose } from './markup.js'
import { fieldsOf, type Resolve } from './schema-view.js'

/** One call: what it is for, what it takes, what it answers, how it fails, and a place to try it. */
export function operationSection(
  method: 'get' | 'post',
  path: string,
  operation: OpenApiOperation,
  { components }: OpenApiDocument,
): Markup {
  const { operationId, summary, description, deprecated, requestBody, parameters = [], responses } = operation
  const resolve: Resolve = (schema) =>
    schema.$ref === undefined ? schema : (components.schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {})
  const responseOf = (each: OpenApiResponse | { readonly $ref: string }): OpenApiResponse =>
    '$ref' in each ? components.responses[each.$ref.replace('#/components/responses/', '')]! : each
  const takes = requestBody?.content['application/json']
  const told = Object.entries(responses).map(([status, each]) => ({ status, ...responseOf(each) }))
  const answers = told.filter(({ status }) => status < '300')
  const fails = told.filter(({ status }) => status >= '300')
  return html`<article id="${operationId}" data-words="${`${operationId} ${path} ${summary}`.toLowerCase()}">
<h3><a href="#${operationId}"><span class="method ${method}">${method}</span> <code>${path}</code></a>${
    deprecated === true ? html` <span class="tag">deprecated</span>` : undefined
  }</h3>
<p class="summary">${prose(summary)}</p>
${description === undefined ? undefined : html`<p>${prose(description)}</p>`}
${
  parameters.length === 0
    ? undefined
    : table(
        'Parameters',
        ['name', 'in', 'description'],
        parameters.map(
          ({ name, in: where, description: about }) =>
            html`<tr><th scope="row"><code>${name}</code></th><td>${where}</td><td>${prose(about)}</td></tr>`,
        ),
      )
}
${takes === undefined ? undefined : shape('Takes', takes.schema, resolve)}
${answers.map(({ status, description: about, content = {} }) => {
  const answer = content['application/json']
  return html`${answer === undefined ? html`<p><strong>${status}</strong> ${prose(about)}</p>` : answerShape(`${status}: ${about}`, answer.schema, resolve)}${
    answer?.example === undefined
      ? undefined
      : html`<details><summary>Example of an answer</summary><pre>${pretty(answer.example)}</pre></details>`
  }`
})}
${
  fails.length === 0
    ? undefined
    : table(
        'Fails with',
        ['code', 'when'],
        fails.map(
          ({ status, description: about }) => html`<tr><th scope="row">${status}</th><td>${prose(about)}</td></tr>`,
        ),
      )
}
${path.includes('{') ? undefined : tryIt(method, path, takes?.example)}
</article>`
}

function shape(title: string, schema: OpenApiSchema, resolve: Resolve): Markup | undefined {
  const rows = fieldsOf(schema, resolve)
  return rows.length === 0 ? undefined : table(title, ['field', 'type', 'default', ''], rows)
}

/** GWT1: or why nothing was done. */
function answerShape(title: string, schema: OpenApiSchema, resolve: Resolve): Markup | undefined {
  return shape(`Answers ${title}`, schema.anyOf?.[0] ?? schema, resolve)
}

const table = (title: string, head: readonly string[], rows: readonly Markup[]): Markup =>
  html`<details><summary>${title}</summary><div class="wide"><table><thead><tr>${head.map(
    (cell) => html`<th scope="col">${cell}</th>`,
  )}</tr></thead><tbody>${rows}</tbody></table></div></details>`

const pretty = (value: unknown): string => JSON.stringify(value, null, 2)

/** Works with the page's script; without it, the command does the same. */
function tryIt(method: 'get' | 'post', path: string, example: unknown): Markup {
  const data =
    method === 'get'
      ? ''
      : ` -H 'content-type: application/json' -d '${JSON.stringify(example ?? {}).replaceAll("'", "'\\''")}'`
  return html`<details class="try"><summary>Try it</summary>
<pre class="command">curl -sS http://localhost:8000${path}${data}</pre>
<form data-method="${method}" data-path="${path}">${
    method === 'get'
      ? undefined
      : html`<label>Body<textarea spellcheck="false" rows="${Math.min(pretty(example ?? {}).split('\n').length + 1, 16)}">${pretty(example ?? {})}</textarea></label>`
  }<button>Send</button> <output></output></form></details>`
}
