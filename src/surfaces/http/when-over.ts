import type { Context } from 'hono'
import type { Known } from './http-surface.js'

/** Once the answer has gone out to its last byte, or its reader has gone away. */
export function whenOver(context: Context<Known>, then: () => void): void {
  context.env.outgoing.once('close', then)
}
