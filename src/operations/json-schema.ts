import { z } from 'zod'

/** The part of JSON Schema that our zod schemas become. */
export interface JsonSchema {
  readonly type?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: JsonSchema | boolean
  readonly required?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
}

/** As zod writes it: `null` beside the type, and `withDefault`'s default under its own name. */
interface WrittenSchema extends Omit<JsonSchema, 'type' | 'properties'> {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, WrittenSchema>>
  readonly fallback?: unknown
}

/** What an operation takes. Leaving a parameter out says the same as `null`, so `null` is taken but not shown. */
export function toInputSchema(schema: z.ZodObject): JsonSchema {
  return withoutNull(write(schema, 'input'))
}

/** What an operation answers. @public scripts/reference.mjs writes the reference with it. */
export function toOutputSchema(schema: z.ZodObject): JsonSchema {
  return write(schema, 'output') as JsonSchema
}

function write(schema: z.ZodObject, io: 'input' | 'output'): WrittenSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  // zod's own type covers every draft of the standard; what it writes for our schemas is of this shape.
  return rest as WrittenSchema
}

function withoutNull({ anyOf = [], fallback, ...schema }: WrittenSchema): JsonSchema {
  const [other = {}] = anyOf.filter(({ type }) => type !== 'null')
  const { type = other.type, properties, ...rest } = schema
  const named = typeof type === 'string' ? type : type?.find((each) => each !== 'null')
  return {
    ...other,
    ...rest,
    ...(named === undefined ? {} : { type: named }),
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, withoutNull(each)])),
        }),
  }
}
