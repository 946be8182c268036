import { z } from 'zod'
import type { JsonObject } from '../memory/memory.js'
import { withoutProblem } from './without-problem.js'

/** More than anybody nests by hand, and far from where an engine's JSON gives up (SQLite's at 1,000). */
const deepest = 100

/**
 * COM4, COM6: any JSON object within the limit, kept with every key. Looked through without recursion, and not by
 * zod's own JSON schema: that one overflows the stack on deep input and drops a key called `__proto__`.
 */
export const jsonObject = (mostBytes: number): z.ZodType<JsonObject, Readonly<Record<string, unknown>>> =>
  z
    .custom<JsonObject>(isPlainObject, 'must be an object')
    .check(withoutProblem((value) => problemInJson(value, mostBytes)))
    .meta({ type: 'object' })

export const problemInJson = (value: JsonObject, mostBytes: number): string | undefined =>
  problemIn(value) ?? problemOfSize(value, mostBytes)

function problemIn(root: JsonObject): string | undefined {
  let level: unknown[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return `must be nested at most ${deepest} levels deep`
    const below: unknown[] = []
    for (const value of level) {
      // One by one: a spread of a million members overflows the stack as well.
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

function problemOfSize(value: JsonObject, mostBytes: number): string | undefined {
  const json = JSON.stringify(value)
  // A code unit is three bytes at most: nearly always that tells.
  const isTooLarge = json.length * 3 > mostBytes && new TextEncoder().encode(json).length > mostBytes
  return isTooLarge ? `must be at most ${mostBytes / 1024} KiB of JSON` : undefined
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function isJsonScalar(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
}
