import type { OpenApiSchema } from '../openapi/openapi.js'
import { html, type Markup, prose } from './markup.js'

export type Resolve = (schema: OpenApiSchema) => OpenApiSchema

/** "integer, 1 to 100", "list of text", "one of episode, note" */
function typeOf(schema: OpenApiSchema): string {
  const { type, enum: values, anyOf, items, minimum, maximum, maxLength, format } = schema
  if (anyOf !== undefined) return anyOf.map(typeOf).join(', or ')
  const choices = values?.filter((value) => value !== null)
  if (choices !== undefined) return choices.length === 1 ? JSON.stringify(choices[0]) : `one of ${choices.join(', ')}`
  switch (type) {
    case 'array':
      return `list of ${items === undefined ? 'anything' : typeOf(items)}`
    case 'object':
      return 'object'
    case 'string':
      if (format === 'date-time') return 'time'
      return maxLength === undefined ? 'text' : `text, at most ${maxLength.toLocaleString('en')} characters`
    case 'integer':
    case 'number':
      if (minimum !== undefined && maximum !== undefined) return `${type}, ${minimum} to ${maximum}`
      return minimum === undefined ? type : `${type}, at least ${minimum}`
    default:
      return type ?? 'anything'
  }
}

/** A row for each field of an object, nested fields below it. */
export function fieldsOf(schema: OpenApiSchema, resolve: Resolve, path = ''): Markup[] {
  const { properties = {}, required = [] } = resolve(schema)
  return Object.entries(properties).flatMap(([name, each]) => {
    const field = resolve(each)
    const [below, mark] =
      field.type === 'array' && field.items !== undefined ? [resolve(field.items), '[]'] : [field, '']
    const row = html`<tr><th scope="row"><code><span class="path">${path}</span>${name}</code></th><td>${typeOf(field)}${
      field.nullable === true && field.default === undefined ? html` <span class="dim">or null</span>` : undefined
    }</td><td>${needOf(field, required.includes(name))}</td><td>${prose(field.description ?? '')}</td></tr>`
    return [row, ...fieldsOf(below, resolve, `${path}${name}${mark}.`)]
  })
}

function needOf({ default: fallback }: OpenApiSchema, isRequired: boolean): Markup {
  if (isRequired) return html`<strong>required</strong>`
  return fallback === undefined
    ? html`<span class="dim">optional</span>`
    : html`<code>${JSON.stringify(fallback)}</code>`
}
