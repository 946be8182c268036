import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { toErrorBody, WorldWeaverError } from '../../errors.js'
import type { Metrics } from '../../ports/metrics.js'
import type { ServerLimits } from './server-limits.js'
import { isWorkflowPath, toWorkflowError } from './workflow-error.js'

/** Connections beyond the limits that are open at a time: enough for the checks of supervisors and balancers. */
const maxSurplus = 16
/** A health check sends its request at once. */
const surplusMs = 3_000

/**
 * Bounds the connections of the server, and of each client's address. One too many is surplus: it may ask for the health
 * of the server and gets refused otherwise, and the oldest of them makes room for the next.
 */
export function limitConnections(
  server: Server,
  { maxConnections, maxConnectionsPerAddress }: Pick<ServerLimits, 'maxConnections' | 'maxConnectionsPerAddress'>,
  metrics: Pick<Metrics, 'refused'>,
): (socket: Duplex) => boolean {
  const known = new WeakSet<Duplex>()
  const surplus = new Set<Duplex>()
  const openByAddress = new Map<string, number>()
  let open = 0

  function admit(socket: Socket, address: string): void {
    open++
    openByAddress.set(address, (openByAddress.get(address) ?? 0) + 1)
    socket.once('close', () => {
      open--
      const left = (openByAddress.get(address) ?? 0) - 1
      if (left > 0) openByAddress.set(address, left)
      else openByAddress.delete(address)
    })
  }

  function admitAsSurplus(socket: Socket): void {
    metrics.refused('connections')
    const [oldest] = surplus
    if (surplus.size >= maxSurplus && oldest !== undefined) {
      surplus.delete(oldest)
      oldest.destroy()
    }
    surplus.add(socket)
    const timer = setTimeout(() => socket.destroy(), surplusMs).unref()
    socket.once('close', () => {
      clearTimeout(timer)
      surplus.delete(socket)
    })
  }

  // First, so that a request that comes with the connection finds it known.
  server.prependListener('connection', (socket: Socket) => {
    // A connection whose offer of an upgrade is ignored comes again.
    if (known.has(socket)) return
    known.add(socket)
    const address = clientOf(socket.remoteAddress ?? '')
    const isWithin = open < maxConnections && (openByAddress.get(address) ?? 0) < maxConnectionsPerAddress
    if (isWithin) admit(socket, address)
    else admitAsSurplus(socket)
  })
  // Destroyed connections close a moment later.
  server.maxConnections = maxConnections + 2 * maxSurplus
  return (socket) => surplus.has(socket)
}

/** An IPv6 client has a network of 64 bits to choose its address from. */
function clientOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (mapped !== undefined) return mapped
  if (!address.includes(':')) return address
  const [start = '', end] = address.split('::')
  const head = start === '' ? [] : start.split(':')
  const tail = end === undefined || end === '' ? [] : end.split(':')
  const zeros = end === undefined ? 0 : 8 - head.length - tail.length
  return [...head, ...new Array<string>(Math.max(0, zeros)).fill('0'), ...tail].slice(0, 4).join(':')
}

/** Answers each door in its own error format (COM8, WFL7). */
export function refuseSurplus({ url }: IncomingMessage, response: ServerResponse): void {
  const message = 'There are too many connections, to this server or from this address; try again'
  const error = new WorldWeaverError('rate_limited', message, { retryAfter: 1 })
  const body = isWorkflowPath(url ?? '') ? toWorkflowError(error).body : toErrorBody(error)
  const headers = { 'Content-Type': 'application/json', 'Retry-After': '1', Connection: 'close' }
  response.writeHead(429, headers).end(JSON.stringify(body))
}
