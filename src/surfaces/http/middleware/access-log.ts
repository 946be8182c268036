import type { ServerResponse } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { HttpSurface, Known } from '../http-surface.js'

/** Ids that a proxy or client may set; others are replaced, because they could contain text. */
const requestIdPattern = /^[\w.-]{1,64}$/

/** The client disconnected before the response: nginx's status for it. */
const clientGone = 499

/** Gives each request an id and records its outcome in the log, the metrics and a span; never its content. */
export function accessLog({ log, metrics, trace }: HttpSurface): MiddlewareHandler<Known> {
  return (context, next) => {
    const { method } = context.req
    const outgoing = context.env?.outgoing
    const { socket } = outgoing ?? {}
    const given = context.req.header('x-request-id')
    const requestId = given !== undefined && requestIdPattern.test(given) ? given : crypto.randomUUID()
    context.header('X-Request-Id', requestId)
    const waiting: (() => void)[] = []
    const end = () => {
      for (const then of waiting.splice(0)) then()
    }
    outgoing?.once('close', end)
    context.set('whenOver', (then) => waiting.push(then))
    const began = performance.now()
    const sentBefore = socket?.bytesWritten ?? 0
    let answered: number | undefined
    waiting.push(() => {
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
      if (outgoing === undefined) end()
    })
  }
}

/** The route's pattern: the actual path may contain anything. */
const routeOf = (context: Context<Known>): string => routePath(context, -1)

function statusOf(context: Context<Known>, outgoing: ServerResponse | undefined): number {
  if (outgoing === undefined) return context.res.status
  return outgoing.headersSent ? outgoing.statusCode : clientGone
}
