import { createOpenTelemetryTrace } from '#ww/adapters/telemetry/open-telemetry-trace.js'
import { createPrometheusMetrics } from '#ww/adapters/telemetry/prometheus-metrics.js'
import { describeStanding } from '#ww/app/describe-standing.js'
import type { HttpSurface } from '#ww/surfaces/http/http-surface.js'
import { createInFlight } from '#ww/surfaces/http/in-flight.js'
import type { ServerLimits } from '#ww/surfaces/http/server-limits.js'
import type { Mind } from './minds.js'

const usualLimits: ServerLimits = { requestTimeoutMs: 30_000, mostRequests: 32, mostStreams: 256, mostConnections: 100 }

/** The part of a surface that bounds and watches, as `ww serve` has it. */
export function watch(
  minds: Readonly<Record<string, Mind>>,
  given: Partial<ServerLimits> = {},
): Pick<HttpSurface, 'limits' | 'streams' | 'metrics' | 'trace' | 'report'> {
  const limits = { ...usualLimits, ...given }
  const metrics = createPrometheusMetrics()
  const open = () => Object.entries(minds)
  return {
    limits,
    streams: createInFlight(limits.mostStreams),
    metrics,
    trace: createOpenTelemetryTrace('0.0.0'),
    report: async (access) =>
      metrics.report(await describeStanding(access, { open }, { openConnections: 1, openStreams: 0 })),
  }
}
