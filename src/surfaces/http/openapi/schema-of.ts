import { z } from 'zod'
import { preciseShape } from '../../../operations/machinery/precise-shape.js'
import type { OpenApiSchema } from './openapi.js'

/** The exact input: unknown parameters are refused. */
export const inputSchemaOf = (schema: z.ZodObject): OpenApiSchema => toOpenApi(write(schema, 'input'))

/** The output. It may gain fields later, so clients must accept unknown ones. */
export const outputSchemaOf = (schema: z.ZodObject): OpenApiSchema =>
  allowUnknownFields(toOpenApi(write(schema, 'output')))

/** zod's output: `withDefault`'s default is in `fallback`, and TypeScript's read-only types are marked. */
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

/** Converts to OpenAPI 3.0.3, where `readOnly` means that a field must not be sent. */
function toOpenApi({ fallback, readOnly: _, nullable, minimum, maximum, ...schema }: WrittenSchema): OpenApiSchema {
  const isNullable = nullable === true
  return mapBelow(
    {
      ...schema,
      ...(isNullable && schema.type !== undefined ? { nullable } : {}),
      // `nullable` needs a type beside it, and an enum must list null.
      ...(isNullable && schema.enum !== undefined ? { enum: [...schema.enum, null] } : {}),
      ...(isNullable && schema.anyOf !== undefined
        ? { anyOf: schema.anyOf.map((each) => ({ ...each, nullable })) }
        : {}),
      ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
      ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
      ...(fallback === undefined ? {} : { default: fallback }),
    },
    toOpenApi,
  )
}

function allowUnknownFields({ additionalProperties, ...schema }: OpenApiSchema): OpenApiSchema {
  const isClosed = additionalProperties === undefined || additionalProperties === false
  return mapBelow({ ...schema, ...(isClosed ? {} : { additionalProperties }) }, allowUnknownFields)
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
