import type { MiddlewareHandler } from 'hono'
import { WorldWeaverError } from '../../errors.js'
import type { HttpSurface, Known } from './http-surface.js'
import { unlessAborted } from './unless-aborted.js'

/** Every operation of a request, and every look at a resource, ends with its signal and is measured and traced by its name. */
export function attendMind({ metrics, trace }: HttpSurface): MiddlewareHandler<Known> {
  return (context, next) => {
    const { mind, signal } = context.var
    // Health is for everybody.
    if (mind === undefined) return next()
    const { invoke, workflow, resources } = mind

    async function attend<Result>(operation: string, work: () => Promise<Result>): Promise<Result> {
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

    context.set('mind', {
      resources: {
        ...resources,
        list: () => attend('resources/list', () => resources.list()),
        read: (uri) => attend('resources/read', () => resources.read(uri)),
        complete: (...asked) => attend('completion/complete', () => resources.complete(...asked)),
      },
      invoke: (operation, input, { signal: own, ...options } = {}) => {
        const ends = own === undefined ? signal : AbortSignal.any([signal, own])
        return attend(operation.name, () => invoke(operation, input, { signal: ends, ...options }))
      },
      workflow: {
        ...workflow,
        execute: (input) => attend('workflow.execute', () => workflow.execute(input)),
        answer: (input) => attend('workflow.answer', () => workflow.answer(input)),
      },
    })
    return next()
  }
}
