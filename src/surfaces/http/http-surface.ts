import type { HttpBindings } from '@hono/node-server'
import type { Access } from '../../memory/access/access.js'
import type { RateLimit } from '../../memory/rate-limit.js'
import type { Operation } from '../../operations/operation.js'
import type { CallOptions } from '../../operations/operation-context.js'
import type { WorkflowCalls } from '../../operations/workflow/workflow-door.js'
import type { Clock } from '../../ports/clock.js'
import type { Log } from '../../ports/log.js'
import type { Metrics } from '../../ports/metrics.js'
import type { Trace } from '../../ports/trace.js'
import type { Resources } from '../../resources/open-resources.js'
import type { McpOffer } from '../mcp/http-exchange.js'
import type { IsAllowed } from './allowed-hosts.js'
import type { InFlight } from './in-flight.js'
import type { ServerLimits } from './server-limits.js'

/** One tenant's memory, as the routes know it: it holds every call to the caller's access. */
export interface ServedMind {
  invoke(operation: Operation, input: unknown, options?: CallOptions): Promise<Record<string, unknown>>
  readonly resources: Resources
  readonly workflow: WorkflowCalls
}

/** By what a caller asks to be let in. */
export interface Credentials {
  /** What the `Authorization` header or the subprotocol of a socket says; empty where it says nothing we know. */
  readonly token: string | undefined
  /** It came through a proxy: from where, nobody knows. */
  readonly isForwarded: boolean
}

/** What all routes stand on. */
export interface HttpSurface {
  readonly version: string
  /** Who calls; throws `unauthorized`. */
  readonly admit: (credentials: Credentials) => Promise<Access>
  readonly mindOf: (access: Access) => Promise<ServedMind>
  readonly rateLimit: { readonly limit: number; readonly window: RateLimit }
  readonly clock: Clock
  readonly log: Log
  /** Whether the store answers. */
  readonly isReady: () => Promise<boolean>
  /** Where requests may be addressed to, and which pages they may come from. */
  readonly isAllowed: IsAllowed
  /** What `/mcp` offers of the toolsets that an address names; refuses one that there is not. */
  readonly mcpOffer: (toolsets?: readonly string[]) => McpOffer
  /** Aborts when the server is going away. */
  readonly ending: AbortSignal
  readonly limits: ServerLimits
  /** Sockets and streams that are open. */
  readonly streams: InFlight
  readonly metrics: Metrics
  readonly trace: Trace
  /** How the server does: for who runs it. */
  readonly report: () => ReturnType<Metrics['report']>
}

/** What is known of a request by the time a route sees it. */
export interface Known {
  /** None where there is no connection. */
  readonly Bindings: Partial<HttpBindings> | undefined
  readonly Variables: {
    readonly access: Access
    readonly mind: ServedMind
    /** What a POST has told, once it has been counted. */
    readonly body: unknown
    /** Once the answer has gone out to its last byte, or its reader has gone away. */
    readonly whenOver: (then: () => void) => void
    /** Aborts when the request is given up. */
    readonly signal: AbortSignal
    /** From then on it is not given up. */
    readonly neverLate: () => void
    /** For what stays open, before it begins: counted as a stream, and no more as a request. Throws when there are too many. */
    readonly becomeStream: () => void
    /** The one that was called last. */
    readonly operation: string | undefined
  }
}
