import type { Json, JsonObject } from './memory.js'

/** Neither null nor an array. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same of what is known to be JSON. */
export const isJsonObject = (value: Json | undefined): value is JsonObject => isObject(value)
