import { setMaxListeners } from 'node:events'
import type { MiddlewareHandler } from 'hono'
import { WorldWeaverError } from '../../../errors.js'
import type { HttpSurface, Known } from '../http-surface.js'
import { unlessAborted } from './unless-aborted.js'

/**
 * COM8: a request is answered in time even if its work ignores the signal. A streamed response has started in time, but
 * its operation still aborts after the timeout. Work also aborts when the client disconnects.
 *
 * One signal serves both, and it is not the request's own: `AbortSignal.any` holds its sources by weak references, which V8
 * only clears in a full garbage collection, so memory would grow
 * (`npm run bench:soak`).
 */
export function requestTimeout({ limits: { requestTimeoutMs }, metrics }: HttpSurface): MiddlewareHandler<Known> {
  return async (context, next) => {
    const ending = new AbortController()
    // Each call of a batch listens to the signal; Node would warn about a leak.
    setMaxListeners(0, ending.signal)
    const timer = setTimeout(() => {
      const seconds = requestTimeoutMs / 1000
      metrics.refused('time')
      ending.abort(new WorldWeaverError('timeout', `The request timed out after ${seconds} seconds`))
    }, requestTimeoutMs)
    const neverLate = () => clearTimeout(timer)
    context.set('signal', ending.signal)
    context.set('neverLate', neverLate)
    context.get('whenOver')(() => {
      neverLate()
      if (context.env?.outgoing?.writableFinished === false) ending.abort(disconnected())
    })
    await unlessAborted(next(), ending.signal)
    // A slow reader does not make the request late.
    if (!isStream(context.res)) neverLate()
  }
}

/** Only a reason for the abort: there is no client left to read it. */
const disconnected = () => new WorldWeaverError('timeout', 'The client disconnected')

const isStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') === true
