import type { MiddlewareHandler } from 'hono'
import { WorldWeaverError } from '../../../errors.js'
import { wrapCalls } from '../../../resources/scoped-memory.js'
import type { HttpSurface, Known } from '../http-surface.js'
import { unlessAborted } from './unless-aborted.js'

/** Ends every call of a request with the request's signal, and measures and traces it by its name. */
export function instrumentRequest({ metrics, trace }: HttpSurface): MiddlewareHandler<Known> {
  return (context, next) => {
    const { memory, signal } = context.var
    // Health checks need no key, so they have no memory.
    if (memory === undefined) return next()

    async function instrument<Result>(operation: string, work: () => Promise<Result>): Promise<Result> {
      const began = performance.now()
      context.set('operation', operation)
      let outcome = 'ok'
      try {
        return await trace.span(operation, {}, () => unlessAborted(work(), signal))
      } catch (error) {
        outcome = error instanceof WorldWeaverError ? error.code : 'refused'
        throw error
      } finally {
        metrics.operation({ operation, outcome, seconds: (performance.now() - began) / 1000 })
      }
    }

    const instrumented = wrapCalls(memory, (name, work) =>
      // The rate limit asks for the session: that is no call of the client.
      name === 'workflow.sessionOf' ? work(memory) : instrument(name, () => work(memory)),
    )
    context.set('memory', {
      ...instrumented,
      invoke: (operation, input, { signal: own, ...options } = {}) =>
        instrumented.invoke(operation, input, {
          signal: own === undefined ? signal : AbortSignal.any([signal, own]),
          ...options,
        }),
    })
    return next()
  }
}
