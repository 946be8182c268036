import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Metrics, ServerStats, TenantStats } from '../../ports/metrics.js'
import { watchEventLoop } from './event-loop-stalls.js'

/** In seconds, from a lookup to the request timeout. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Metrics of this process, with those of the runtime: event loop, garbage collection, memory, CPU, files. */
export function createPrometheusMetrics(): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const counter = (name: string, help: string, labelNames: readonly string[]) =>
    new Counter({ name, help, labelNames, registers: [register] })
  const histogram = (name: string, help: string, labelNames: readonly string[]) =>
    new Histogram({ name, help, labelNames, buckets, registers: [register] })
  const requests = counter('ww_http_requests_total', 'Requests answered.', ['route', 'method', 'status'])
  const requestSeconds = histogram(
    'ww_http_request_duration_seconds',
    'Time from the request headers to the response headers.',
    ['route', 'method'],
  )
  const operationSeconds = histogram('ww_operation_duration_seconds', 'Duration of operations by outcome.', [
    'operation',
    'outcome',
  ])
  const stageSeconds = histogram('ww_recall_stage_duration_seconds', 'Duration of the stages of a recall.', ['stage'])
  const eventLoop = watchEventLoop()
  new Gauge({
    name: 'ww_event_loop_stall_seconds',
    help: 'The longest time of the last minute or two in which nothing was answered, because one piece of work computed.',
    registers: [register],
    collect() {
      this.set(eventLoop.longestStallSeconds())
    },
  })
  const refused = counter(
    'ww_limited_total',
    'Requests that were refused or timed out because of a limit other than the rate limit.',
    ['limit'],
  )

  return {
    request({ route, method, status, seconds }) {
      requests.inc({ route, method, status })
      requestSeconds.observe({ route, method }, seconds)
    },
    operation: ({ operation, outcome, seconds }) => operationSeconds.observe({ operation, outcome }, seconds),
    stage: (stage, seconds) => stageSeconds.observe({ stage }, seconds),
    refused: (limit) => refused.inc({ limit }),
    async report(standing) {
      // A new registry per report, so that closed tenants leave no series behind.
      const texts = await Promise.all([register.metrics(), standingOf(standing).metrics()])
      return { contentType: register.contentType, text: texts.join('\n') }
    },
  }
}

function standingOf({ openConnections, openStreams, tenants }: ServerStats): Registry {
  const register = new Registry()
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [register] })
  gauge('ww_open_connections', 'Open connections.').set(openConnections)
  gauge('ww_open_streams', 'Open sockets and streams.').set(openStreams)
  gauge('ww_open_tenants', 'Tenants whose store is open.').set(tenants.length)
  const memories = gauge('ww_memories', 'Memories in any state.', ['tenant', 'kind'])
  const perTenant: readonly [Gauge, (standing: TenantStats) => number][] = [
    [gauge('ww_store_bytes', "Size of the store's files.", ['tenant']), ({ storeBytes }) => storeBytes],
    [gauge('ww_cached_memories', 'Memories in the search cache.', ['tenant']), ({ cachedMemories }) => cachedMemories],
    [gauge('ww_cached_vectors', 'Vectors in the search cache.', ['tenant']), ({ cachedVectors }) => cachedVectors],
    [
      gauge('ww_store_spoilt', 'Parts of the store that were found damaged, repaired or not.', ['tenant']),
      ({ spoilt }) => spoilt,
    ],
  ]
  const queues = gauge(
    'ww_queue_length',
    'Queued requests of the reader and the writer, and uses that are not written yet.',
    ['tenant', 'queue'],
  )
  for (const standing of tenants) {
    const { tenant } = standing
    for (const [kind, count] of Object.entries(standing.memoriesByKind)) memories.set({ tenant, kind }, count)
    for (const [each, read] of perTenant) each.set({ tenant }, read(standing))
    for (const [queue, length] of Object.entries(standing.waiting)) queues.set({ tenant, queue }, length)
  }
  return register
}
