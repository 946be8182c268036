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
  readonly maxItems?: number
}

/** Inputs without `null` beside every optional parameter: leaving one out says the same in fewer tokens. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (io === 'output') return
      // zod drops the default of whatever transforms, as `withDefault` does.
      const fallback = z.globalRegistry.get(zodSchema)?.default
      if (fallback !== undefined) jsonSchema.default = fallback as typeof jsonSchema.default
      dropNull(jsonSchema)
    },
  })
  // What zod writes is of this shape; its own type covers every draft of the standard.
  return rest as JsonSchema
}

function dropNull(schema: z.core.JSONSchema.BaseSchema): void {
  const types: unknown = schema.type
  if (Array.isArray(types) && types.length === 2 && types[1] === 'null') schema.type = types[0]
  if (schema.anyOf?.length !== 2) return
  const [other, none] = schema.anyOf
  if (typeof none !== 'object' || none.type !== 'null') return
  delete schema.anyOf
  Object.assign(schema, other, { ...schema })
}
