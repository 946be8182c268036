import { z } from 'zod'

/** The part of JSON Schema that our zod schemas use. */
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

/** JSON Schema as zod writes it: `null` among the types, and the default of `withDefault` as `fallback`. */
interface WrittenSchema extends Omit<JsonSchema, 'type' | 'properties'> {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, WrittenSchema>>
  readonly fallback?: unknown
}

/** The schema of an operation's input. `null` means the same as a missing parameter, so it is accepted but not shown. */
export function toInputSchema(schema: z.ZodObject): JsonSchema {
  return withoutNull(write(schema, 'input'))
}

/** The schema of an operation's answer. @public scripts/reference.mjs writes the reference with it. */
export function toOutputSchema(schema: z.ZodObject): JsonSchema {
  return write(schema, 'output') as JsonSchema
}

function write(schema: z.ZodObject, io: 'input' | 'output'): WrittenSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  // zod's type covers every draft of the standard; for our schemas it writes this shape.
  return rest as WrittenSchema
}

function withoutNull({ anyOf = [], fallback, type, properties, ...rest }: WrittenSchema): JsonSchema {
  const ofType = [type ?? []].flat().map((each) => ({ type: each }))
  const [first, ...more] = [...anyOf, ...ofType].filter((each) => each.type !== 'null')
  return {
    ...(more.length === 0 ? first : { anyOf: [first, ...more] }),
    ...rest,
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, withoutNull(each)])),
        }),
  } as JsonSchema
}
