import type { Json, JsonObject } from './memory/memory.js'

/** Whether the value is an object, and neither null nor an array. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same check for a value that is known to be JSON. */
export const isJsonObject = (value: Json | undefined): value is JsonObject => isObject(value)

/** Looks up a key from outside; inherited properties such as `constructor` are no entries. */
export const ownEntry = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined
