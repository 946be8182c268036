import { Ajv, type ValidateFunction } from 'ajv'
import type { OpenApiDocument, OpenApiResponse, OpenApiSchema } from '#ww/surfaces/http/openapi/openapi.js'

type Responses = Readonly<Record<string, OpenApiResponse | { readonly $ref: string }>>

/** Holds values against the document's schemas, by somebody else's validator. */
export interface SchemaCheck {
  compile(schema: OpenApiSchema): ValidateFunction
  /** What is wrong with the value, in words; undefined when nothing is. */
  problem(schema: OpenApiSchema, value: unknown): string | undefined
  /** The response for that status, found through its reference. */
  response(responses: Responses, status: string): OpenApiResponse | undefined
}

/** Answers may gain fields, says the document; but a field that it does not tell of yet is missing in it. */
export function createSchemaCheck(document: OpenApiDocument): SchemaCheck {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: false })
  const components = JSON.parse(JSON.stringify(document.components), (_, value) => closed(value))
  ajv.addSchema({ $id: 'api', components })
  const compiled = new Map<string, ValidateFunction>()

  function compile(schema: OpenApiSchema): ValidateFunction {
    const text = JSON.stringify(schema)
    const known = compiled.get(text)
    if (known !== undefined) return known
    const local = JSON.parse(text.replaceAll('"#/components/', '"api#/components/'), (_, value) => closed(value))
    const validate = ajv.compile(local)
    compiled.set(text, validate)
    return validate
  }

  return {
    compile,
    problem(schema, value) {
      const validate = compile(schema)
      return validate(value) ? undefined : ajv.errorsText(validate.errors)
    },
    response(responses, status) {
      const found = responses[status]
      if (found === undefined || !('$ref' in found)) return found
      return document.components.responses[found.$ref.replace('#/components/responses/', '')]
    },
  }
}

function closed(value: unknown): unknown {
  const isShape = typeof value === 'object' && value !== null && 'properties' in value && 'type' in value
  return isShape && value.type === 'object' && !('additionalProperties' in value)
    ? { ...value, additionalProperties: false }
    : value
}
