import { operations } from '../../../operations/index.js'
import type { Operation } from '../../../operations/machinery/operation.js'
import { exampleOf } from './example-of.js'
import { type OpenApiSchema, type Paths, schemaRef } from './openapi.js'
import { countedHeaders, errorResponses, jsonContent } from './responses.js'
import { inputSchemaOf, outputSchemaOf } from './schema-of.js'

const all: readonly Operation[] = operations

/** `create_episode` → `CreateEpisode` */
const pascal = (name: string): string => name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** `POST /tools/{name}`, one path per operation. */
export const toolPaths: Paths = Object.fromEntries(
  all.map((operation) => {
    const { name, summary, guidance, door, input, output } = operation
    const takes = inputSchemaOf(input)
    return [
      `/tools/${name}`,
      {
        post: {
          operationId: name,
          tags: [door],
          summary,
          ...(guidance === undefined ? {} : { description: guidance }),
          ...(summary.startsWith('Deprecated') ? { deprecated: true as const } : {}),
          requestBody: {
            required: takes.required !== undefined,
            content: jsonContent(schemaRef(`${pascal(name)}Input`), exampleOf(takes)),
          },
          responses: {
            200: {
              description: door === 'workspace' ? 'The result, or the reason why nothing was done.' : 'The result.',
              headers: countedHeaders,
              content: jsonContent(answerOf(operation), exampleOf(outputSchemaOf(output))),
            },
            ...errorResponses(400, 401, 403, 404, 413, 415, 429, 500, 503, 504),
          },
        },
      },
    ]
  }),
)

/** GWT1: the workspace door refuses with status 200. */
function answerOf({ name, door }: Operation): OpenApiSchema {
  const output = schemaRef(`${pascal(name)}Output`)
  return door === 'workspace' ? { anyOf: [output, schemaRef('Refusal')] } : output
}

export const toolSchemas: Readonly<Record<string, OpenApiSchema>> = {
  Refusal: {
    type: 'object',
    description: 'The reason why a workspace operation did nothing; other fields name what it accepts.',
    properties: { error: { type: 'string', example: 'content must not be blank' } },
    required: ['error'],
    additionalProperties: true,
  },
  ...Object.fromEntries(
    all.flatMap((operation) => [
      [`${pascal(operation.name)}Input`, inputSchemaOf(operation.input)],
      [`${pascal(operation.name)}Output`, withWarnings(outputSchemaOf(operation.output), operation)],
    ]),
  ),
}

/** COM4: an operation that stores text may warn about secrets in it. */
function withWarnings(schema: OpenApiSchema, { effect, takesExports }: Operation): OpenApiSchema {
  if (effect !== 'write' || takesExports === true) return schema
  const warnings = { type: 'array', items: { type: 'string' }, description: 'Secrets that were found in the input.' }
  return { ...schema, properties: { ...schema.properties, warnings } }
}
