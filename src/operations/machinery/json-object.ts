import { z } from 'zod'
import type { JsonObject } from '../../memory/memory.js'
import { withoutProblem } from './without-problem.js'

/** Deeper than hand-written JSON, and well below the engines' limits (SQLite: 1,000). */
const maxDepth = 100

/**
 * COM4, COM6: any JSON object within the limit, stored with every key. It is checked without recursion and without zod's
 * own JSON schema, which overflows the stack on deep input and drops a key called `__proto__`.
 */
export const jsonObject = (maxBytes: number): z.ZodType<JsonObject, Readonly<Record<string, unknown>>> =>
  z
    .custom<JsonObject>(isPlainObject, 'must be an object')
    .check(withoutProblem((value) => problemInJson(value, maxBytes)))
    .meta({ type: 'object' })

export const problemInJson = (value: JsonObject, maxBytes: number): string | undefined =>
  problemIn(value) ?? problemOfSize(value, maxBytes)

function problemIn(root: JsonObject): string | undefined {
  let level: unknown[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return `must be nested at most ${maxDepth} levels deep`
    const below: unknown[] = []
    for (const value of level) {
      // One by one: spreading a million members overflows the stack as well.
      if (Array.isArray(value)) for (const each of value) below.push(each)
      else if (isPlainObject(value)) for (const key of Object.keys(value)) below.push(key, value[key])
      else if (!isJsonScalar(value)) return 'must be JSON'
      else if (typeof value === 'string' && value.includes('\0')) return 'must not contain a NUL character'
      else if (typeof value === 'string' && !value.isWellFormed()) return 'must be well-formed Unicode'
    }
    level = below
  }
  return undefined
}

function problemOfSize(value: JsonObject, maxBytes: number): string | undefined {
  const json = JSON.stringify(value)
  // A code unit is at most three bytes, so most values need no encoding.
  const isTooLarge = json.length * 3 > maxBytes && new TextEncoder().encode(json).length > maxBytes
  return isTooLarge ? `must be at most ${maxBytes / 1024} KiB of JSON` : undefined
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function isJsonScalar(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
}
