import type { MiddlewareHandler } from 'hono'
import { WorldWeaverError } from '../../errors.js'
import type { HttpSurface, Known } from './http-surface.js'

/**
 * COM8: a request is answered in time, whatever its work does: the signal asks it to end, and nobody waits for work that
 * does not hear it. An answer that is streamed has begun in time; its operation is still given up when it is late.
 */
export function giveUp({ limits: { requestTimeoutMs }, metrics }: HttpSurface): MiddlewareHandler<Known> {
  return async (context, next) => {
    const late = new AbortController()
    context.set('signal', late.signal)
    const givenUp = new Promise<never>((_, reject) => {
      const timer = setTimeout(() => {
        const seconds = requestTimeoutMs / 1000
        const error = new WorldWeaverError('timeout', `The request was given up after ${seconds} seconds`)
        metrics.refused('time')
        late.abort(error)
        reject(error)
      }, requestTimeoutMs)
      context.get('whenOver')(() => clearTimeout(timer))
    })
    await Promise.race([next(), givenUp])
  }
}
