import { operations } from '../../../operations/index.js'
import type { Operation } from '../../../operations/operation.js'
import { exampleOf } from './example-of.js'
import { type OpenApiSchema, type Paths, schemaRef } from './openapi.js'
import { countedHeaders, errorResponses, jsonContent } from './responses.js'
import { inputSchemaOf, outputSchemaOf } from './schema-of.js'

const all: readonly Operation[] = operations

/** `create_episode` → `CreateEpisode` */
const pascal = (name: string): string => name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** `POST /tools/{name}`: one for each operation, for each has an input and an output of its own. */
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
              description: door === 'workspace' ? 'What it did, or why it did nothing.' : 'What it answers.',
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

/** GWT1: the workspace door refuses by an answer. */
function answerOf({ name, door }: Operation): OpenApiSchema {
  const output = schemaRef(`${pascal(name)}Output`)
  return door === 'workspace' ? { anyOf: [output, schemaRef('Refusal')] } : output
}

export const toolSchemas: Readonly<Record<string, OpenApiSchema>> = {
  Refusal: {
    type: 'object',
    description: 'Why an operation of the workspace did nothing; what would be taken is said beside.',
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

/** COM4: whatever stores what it is told may have to say something about secrets in it. */
function withWarnings(schema: OpenApiSchema, { effect, takesExports }: Operation): OpenApiSchema {
  if (effect !== 'write' || takesExports === true) return schema
  const warnings = { type: 'array', items: { type: 'string' }, description: 'What was found to be a secret.' }
  return { ...schema, properties: { ...schema.properties, warnings } }
}
