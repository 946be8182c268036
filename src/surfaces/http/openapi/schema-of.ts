import { z } from 'zod'
import { preciseShape } from '../../../operations/precise-shape.js'
import type { OpenApiSchema } from './openapi.js'

/** What a call takes, exactly: an unknown parameter is refused. */
export const inputSchemaOf = (schema: z.ZodObject): OpenApiSchema => settle(write(schema, 'input'))

/** What a call answers. Answers may gain fields, so that a client must not refuse those it does not know. */
export const outputSchemaOf = (schema: z.ZodObject): OpenApiSchema => opened(settle(write(schema, 'output')))

/** As zod writes it: `withDefault`'s default under its own name, and what is read-only to TypeScript. */
interface WrittenSchema extends OpenApiSchema {
  readonly fallback?: unknown
  readonly readOnly?: boolean
}

function write(schema: z.ZodObject, io: 'input' | 'output'): WrittenSchema {
  const { $schema: _, ...written } = z.toJSONSchema(schema, {
    io,
    target: 'openapi-3.0',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => void Object.assign(jsonSchema, preciseShape.get(zodSchema)),
  })
  // zod's own type covers every draft of the standard; what it writes for our schemas is of this shape.
  return written as WrittenSchema
}

/** In the words of OpenAPI 3.0.3, where `readOnly` would say that a field must not be sent. */
function settle({ fallback, readOnly: _, nullable, minimum, maximum, ...schema }: WrittenSchema): OpenApiSchema {
  const isNullable = nullable === true
  return mapBelow(
    {
      ...schema,
      ...(isNullable && schema.type !== undefined ? { nullable } : {}),
      // Null must be among the values, too, and is said beside a type only.
      ...(isNullable && schema.enum !== undefined ? { enum: [...schema.enum, null] } : {}),
      ...(isNullable && schema.anyOf !== undefined
        ? { anyOf: schema.anyOf.map((each) => ({ ...each, nullable })) }
        : {}),
      ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
      ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
      ...(fallback === undefined ? {} : { default: fallback }),
    },
    settle,
  )
}

function opened({ additionalProperties, ...schema }: OpenApiSchema): OpenApiSchema {
  const isClosed = additionalProperties === undefined || additionalProperties === false
  return mapBelow({ ...schema, ...(isClosed ? {} : { additionalProperties }) }, opened)
}

function mapBelow(schema: OpenApiSchema, map: (below: OpenApiSchema) => OpenApiSchema): OpenApiSchema {
  const { items, anyOf, properties, additionalProperties: rest } = schema
  const mapped = Object.entries(properties ?? {}).map(([name, each]) => [name, map(each)] as const)
  return {
    ...schema,
    ...(items === undefined ? {} : { items: map(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(map) }),
    ...(properties === undefined ? {} : { properties: Object.fromEntries(mapped) }),
    ...(typeof rest === 'object' ? { additionalProperties: map(rest) } : {}),
  }
}
