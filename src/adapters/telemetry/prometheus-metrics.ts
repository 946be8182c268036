import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Metrics, Standing, TenantStanding } from '../../ports/metrics.js'

/** Seconds: from a lookup to what is about to be given up. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Counts in this process, with the runtime's own numbers beside: event loop, garbage, memory, processor, files. */
export function createPrometheusMetrics(): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const registers = [register]
  const requests = new Counter({
    name: 'ww_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const requestSeconds = new Histogram({
    name: 'ww_http_request_duration_seconds',
    help: 'From the head of a request to the head of its answer.',
    labelNames: ['route', 'method'],
    buckets,
    registers,
  })
  const operationSeconds = new Histogram({
    name: 'ww_operation_duration_seconds',
    help: 'What operations took, by how they ended.',
    labelNames: ['operation', 'outcome'],
    buckets,
    registers,
  })
  const stageSeconds = new Histogram({
    name: 'ww_recall_stage_duration_seconds',
    help: 'What the parts of a recall took.',
    labelNames: ['stage'],
    buckets,
    registers,
  })
  const refused = new Counter({
    name: 'ww_limited_total',
    help: 'Requests that were refused or given up because of a limit other than the rate.',
    labelNames: ['limit'],
    registers,
  })

  return {
    request({ route, method, status, seconds }) {
      requests.inc({ route, method, status })
      requestSeconds.observe({ route, method }, seconds)
    },
    operation: ({ operation, outcome, seconds }) => operationSeconds.observe({ operation, outcome }, seconds),
    stage: (stage, seconds) => stageSeconds.observe({ stage }, seconds),
    refused: (limit) => refused.inc({ limit }),
    async report(standing) {
      // A register of its own: what is closed by now leaves no series behind.
      const texts = await Promise.all([register.metrics(), standingOf(standing).metrics()])
      return { contentType: register.contentType, text: texts.join('\n') }
    },
  }
}

function standingOf({ openConnections, openStreams, tenants }: Standing): Registry {
  const register = new Registry()
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [register] })
  gauge('ww_open_connections', 'Connections that are open.').set(openConnections)
  gauge('ww_open_streams', 'Sockets and streams that are open.').set(openStreams)
  gauge('ww_open_tenants', 'Tenants whose store is open.').set(tenants.length)
  const memories = gauge('ww_memories', 'Memories, whatever their state.', ['tenant', 'kind'])
  const perTenant: readonly [Gauge, (standing: TenantStanding) => number][] = [
    [gauge('ww_store_bytes', "Size of the store's files.", ['tenant']), ({ storeBytes }) => storeBytes],
    [gauge('ww_cached_memories', 'Memories held for searching.', ['tenant']), ({ cachedMemories }) => cachedMemories],
    [gauge('ww_cached_vectors', 'Vectors held for searching.', ['tenant']), ({ cachedVectors }) => cachedVectors],
  ]
  const queues = gauge('ww_queue_length', 'What waits: for the reader, for the writer, uses to be written.', [
    'tenant',
    'queue',
  ])
  for (const standing of tenants) {
    const { tenant } = standing
    for (const [kind, count] of Object.entries(standing.memoriesByKind)) memories.set({ tenant, kind }, count)
    for (const [each, read] of perTenant) each.set({ tenant }, read(standing))
    for (const [queue, length] of Object.entries(standing.waiting)) queues.set({ tenant, queue }, length)
  }
  return register
}
