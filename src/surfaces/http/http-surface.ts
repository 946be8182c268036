import type { Socket } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Access } from '../../memory/access/access.js'
import type { CallSource } from '../../memory/origin.js'
import type { Clock } from '../../ports/clock.js'
import type { Log } from '../../ports/log.js'
import type { Metrics } from '../../ports/metrics.js'
import type { Trace } from '../../ports/trace.js'
import type { ScopedMemory } from '../../resources/scoped-memory.js'
import type { CallLimits } from '../call-limits.js'
import type { McpOffer } from '../mcp/http-exchange.js'
import type { IsAllowed } from './allowed-hosts.js'
import type { InFlight } from './middleware/in-flight.js'
import type { ServerLimits } from './server-limits.js'

/** What a caller authenticates with. */
export interface Credentials {
  /** The token of the `Authorization` header or of a socket's subprotocol; empty where its form is unknown. */
  readonly token: string | undefined
  /** The request came through a proxy, so its origin is unknown. */
  readonly isForwarded: boolean
  /** The connection that the request came by; undefined where there is none. */
  readonly connection: Socket | undefined
}

/** The dependencies of all routes. */
export interface HttpSurface {
  readonly version: string
  /** Identifies the caller; throws `unauthorized`. */
  readonly authenticate: (credentials: Credentials) => Promise<Access>
  readonly memoryFor: (access: Access, from: CallSource) => Promise<ScopedMemory>
  readonly callLimits: CallLimits
  readonly clock: Clock
  readonly log: Log
  /** Whether the store answers. */
  readonly isReady: () => Promise<boolean>
  /** Whether a request's host and origin are allowed. */
  readonly isAllowed: IsAllowed
  /** The operations that `/mcp` offers for the toolsets of its address; throws for an unknown toolset. */
  readonly mcpOffer: (toolsets?: readonly string[]) => McpOffer
  /** Aborts when the server shuts down. */
  readonly ending: AbortSignal
  readonly limits: ServerLimits
  /** Open sockets and streams. */
  readonly streams: InFlight
  readonly metrics: Metrics
  readonly trace: Trace
  /** The metrics of the server, for operators. */
  readonly report: () => ReturnType<Metrics['report']>
}

/** The variables of a request, set by the middleware before a route runs. */
export interface Known {
  /** Undefined where there is no connection. */
  readonly Bindings: Partial<HttpBindings> | undefined
  readonly Variables: {
    readonly access: Access
    readonly memory: ScopedMemory
    /** The parsed body of a POST, after the rate limit has counted it. */
    readonly body: unknown
    /** Runs `then` once the last byte of the response is sent, or the client has disconnected. */
    readonly whenOver: (then: () => void) => void
    /** Aborts when the request times out or its client disconnects. */
    readonly signal: AbortSignal
    /** Exempts the request from the timeout. */
    readonly neverLate: () => void
    /** Counts the request as a stream from now on; throws when too many streams are open. */
    readonly becomeStream: () => void
    /** The name of the last call. */
    readonly operation: string | undefined
  }
}
