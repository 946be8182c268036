import type { ServerResponse } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { HttpSurface, Known } from './http-surface.js'
import { createLifetime } from './lifetime.js'

/** What a proxy or a client may give; anything else could be a text. */
const saneId = /^[\w.-]{1,64}$/

/** Where a reader hung up before the answer began: nginx's number for it. */
const clientGone = 499

/** A number for each request, and what became of it: in the log, in the metrics, in a span. Never what it was about. */
export function accountRequest({ log, metrics, trace }: HttpSurface): MiddlewareHandler<Known> {
  return (context, next) => {
    const { method } = context.req
    const outgoing = context.env?.outgoing
    const { socket } = outgoing ?? {}
    const given = context.req.header('x-request-id')
    const requestId = given !== undefined && saneId.test(given) ? given : crypto.randomUUID()
    context.header('X-Request-Id', requestId)
    const lifetime = createLifetime(outgoing)
    context.set('whenOver', lifetime.whenOver)
    const began = performance.now()
    const sentBefore = socket?.bytesWritten ?? 0
    let answered: number | undefined
    lifetime.whenOver(() => {
      const now = performance.now()
      const [route, status] = [routeOf(context), statusOf(context, outgoing)]
      metrics.request({ route, method, status, seconds: ((answered ?? now) - began) / 1000 })
      const { access, operation } = context.var
      log.info('request', {
        request_id: requestId,
        method,
        route,
        status,
        ms: Math.round((now - began) * 10) / 10,
        bytes: (socket?.bytesWritten ?? 0) - sentBefore,
        ...(operation === undefined ? {} : { operation }),
        ...(access === undefined ? {} : { tenant: access.tenant, key: access.key }),
      })
    })
    return trace.requestSpan(method, context.env?.incoming?.headers ?? {}, async (span) => {
      await next()
      answered = performance.now()
      span.note({
        'http.request.method': method,
        'http.route': routeOf(context),
        'http.response.status_code': context.res.status,
      })
      lifetime.answered()
    })
  }
}

/** As it stands in the program: what a caller wrote in its place may be anything. */
const routeOf = (context: Context<Known>): string => routePath(context, -1)

function statusOf(context: Context<Known>, outgoing: ServerResponse | undefined): number {
  if (outgoing === undefined) return context.res.status
  return outgoing.headersSent ? outgoing.statusCode : clientGone
}
