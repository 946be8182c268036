import { z } from 'zod'
import type { Json, JsonObject } from '../memory/memory.js'
import { tellsAction } from '../memory/procedural/steps.js'
import { jsonObject } from './json-object.js'

/** COM6; and together no more than a message over MCP could hold twice. */
const [mostSteps, mostStepBytes, mostBytes] = [1_000, 64 * 1024, 4 * 1024 * 1024]

const texts = ['tool', 'action', 'description', 'command'] as const

const step = jsonObject(mostStepBytes)
  .superRefine((told, check) => {
    const problem = problemOf(told)
    if (problem !== undefined) check.addIssue({ code: 'custom', message: problem })
  })
  .meta({ type: 'object' })

function problemOf(told: JsonObject): string | undefined {
  const wrong = texts.find((key) => Object.hasOwn(told, key) && !isTextOrNothing(told[key]))
  if (wrong !== undefined) return `must have a text as its "${wrong}"`
  return tellsAction(told) ? undefined : 'must say what was done: an action, a description, a tool or a command'
}

const isTextOrNothing = (value: Json): boolean => value === null || typeof value === 'string'

/** The steps that somebody took, any JSON objects that say what was done. */
export const trajectory = z
  .array(step)
  .min(1)
  .max(mostSteps)
  .superRefine((steps, check) => {
    // What is not even JSON has been refused, and could not be measured.
    if (check.issues.length > 0) return
    const size = new TextEncoder().encode(JSON.stringify(steps)).length
    if (size > mostBytes) check.addIssue({ code: 'custom', message: `must be at most ${mostBytes / 1024} KiB of JSON` })
  })
