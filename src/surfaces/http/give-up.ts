import { setMaxListeners } from 'node:events'
import type { MiddlewareHandler } from 'hono'
import { WorldWeaverError } from '../../errors.js'
import type { HttpSurface, Known } from './http-surface.js'
import { unlessAborted } from './unless-aborted.js'

/**
 * COM8: a request is answered in time, whatever its work does: the signal asks it to end, and nobody waits for work that
 * does not hear it. An answer that is streamed has begun in time; its operation is still given up when it is late. So is
 * that of a caller who has hung up.
 *
 * One signal for both, and not the request's own: `AbortSignal.any` refers to its parts weakly, and V8 clears away what
 * is referred to weakly, with all that hangs on it, only when it collects the whole heap.
 */
export function giveUp({ limits: { requestTimeoutMs }, metrics }: HttpSurface): MiddlewareHandler<Known> {
  return async (context, next) => {
    const ending = new AbortController()
    // A batch is many calls, and each of them hears it: no leak that the log should tell of.
    setMaxListeners(0, ending.signal)
    const timer = setTimeout(() => {
      const seconds = requestTimeoutMs / 1000
      metrics.refused('time')
      ending.abort(new WorldWeaverError('timeout', `The request was given up after ${seconds} seconds`))
    }, requestTimeoutMs)
    const neverLate = () => clearTimeout(timer)
    context.set('signal', ending.signal)
    context.set('neverLate', neverLate)
    context.get('whenOver')(() => {
      neverLate()
      if (context.env?.outgoing?.writableFinished === false) ending.abort(hungUp())
    })
    await unlessAborted(next(), ending.signal)
    // Whoever reads slowly was answered in time.
    if (!isStream(context.res)) neverLate()
  }
}

/** Nobody hears it. */
const hungUp = () => new WorldWeaverError('timeout', 'The caller has hung up')

const isStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') === true
