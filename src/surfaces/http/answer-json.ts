import type { Context } from 'hono'
import { jsonParts } from '../../memory/json-parts.js'
import { runInSlices } from '../../operations/machinery/run-in-slices.js'
import type { Known } from './http-surface.js'

/** A larger answer is sent in parts. */
const maxWhole = 1024 * 1024

/** An answer as JSON. One of many megabytes is neither written nor encoded in one go. */
export async function answerJson(
  answer: Readonly<Record<string, unknown>>,
  context: Context<Known>,
): Promise<Response> {
  const parts = await runInSlices(jsonParts(answer), context.var)
  const size = parts.reduce((sum, part) => sum + part.length, 0)
  const type = { 'Content-Type': 'application/json' }
  if (size <= maxWhole) return context.body(parts.join(''), 200, type)
  const encoder = new TextEncoder()
  let next = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (next === parts.length) controller.close()
      else controller.enqueue(encoder.encode(parts[next++]))
    },
  })
  return context.body(body, 200, type)
}
