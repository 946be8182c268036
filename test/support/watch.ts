import { createOpenTelemetryTrace } from '#ww/adapters/telemetry/open-telemetry-trace.js'
import { createPrometheusMetrics } from '#ww/adapters/telemetry/prometheus-metrics.js'
import { describeTenant } from '#ww/app/server/describe-tenant.js'
import type { HttpSurface } from '#ww/surfaces/http/http-surface.js'
import { createInFlight } from '#ww/surfaces/http/middleware/in-flight.js'
import type { ServerLimits } from '#ww/surfaces/http/server-limits.js'
import type { Mind } from './minds.js'

const usualLimits: ServerLimits = {
  requestTimeoutMs: 30_000,
  maxRequests: 32,
  maxStreams: 256,
  maxConnections: 100,
  maxConnectionsPerAddress: 100,
}

/** The part of a surface that bounds and watches, as `ww serve` has it. */
export function watch(
  minds: Readonly<Record<string, Mind>>,
  given: Partial<ServerLimits> = {},
): Pick<HttpSurface, 'limits' | 'streams' | 'metrics' | 'trace' | 'report'> {
  const limits = { ...usualLimits, ...given }
  const metrics = createPrometheusMetrics()
  return {
    limits,
    streams: createInFlight(limits.maxStreams),
    metrics,
    trace: createOpenTelemetryTrace('0.0.0'),
    async report() {
      const tenants = await Promise.all(Object.entries(minds).map(([tenant, mind]) => describeTenant(tenant, mind)))
      return metrics.report({ openConnections: 1, openStreams: 0, tenants })
    },
  }
}
