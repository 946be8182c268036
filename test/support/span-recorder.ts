import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  type AttributeValue,
  type Context,
  type ContextManager,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanOptions,
  type SpanStatus,
  type TextMapPropagator,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { onTestFinished } from 'vitest'

export interface RecordedSpan {
  readonly name: string
  readonly id: string
  readonly parent: string | undefined
  readonly traceId: string
  readonly attributes: Attributes
  readonly status: SpanStatus | undefined
  readonly hasEnded: boolean
}

/** What an OpenTelemetry SDK is to a program, and no more: keeps the spans of one test in memory. */
export function recordSpans(): readonly RecordedSpan[] {
  const spans: RecordedSpan[] = []
  context.setGlobalContextManager(createContextManager())
  propagation.setGlobalPropagator(traceparent)
  trace.setGlobalTracerProvider({ getTracer: () => createTracer(spans) })
  onTestFinished(() => {
    trace.disable()
    context.disable()
    propagation.disable()
  })
  return spans
}

function createTracer(spans: RecordedSpan[]): Tracer {
  function startSpan(name: string, options: SpanOptions = {}, parent: Context = context.active()): Span {
    const above = trace.getSpanContext(parent)
    const own: SpanContext = {
      traceId: above?.traceId ?? crypto.randomUUID().replaceAll('-', ''),
      spanId: crypto.randomUUID().replaceAll('-', '').slice(0, 16),
      traceFlags: 1,
    }
    const recorded = {
      name,
      id: own.spanId,
      parent: above?.spanId,
      traceId: own.traceId,
      attributes: { ...options.attributes } as Attributes,
      status: undefined as SpanStatus | undefined,
      hasEnded: false,
    }
    spans.push(recorded)
    const span: Span = {
      spanContext: () => own,
      setAttribute(key: string, value: AttributeValue) {
        recorded.attributes[key] = value
        return span
      },
      setAttributes(attributes) {
        Object.assign(recorded.attributes, attributes)
        return span
      },
      addEvent: () => span,
      addLink: () => span,
      addLinks: () => span,
      setStatus(status) {
        recorded.status = status
        return span
      },
      updateName: () => span,
      end() {
        recorded.hasEnded = true
      },
      isRecording: () => true,
      recordException: () => {},
    }
    return span
  }
  return {
    startSpan,
    startActiveSpan(name: string, ...rest: unknown[]) {
      // Options and context may be left out; the work comes last.
      const work = rest.at(-1) as (span: Span) => never
      const [options, given] = rest.slice(0, -1) as [SpanOptions?, Context?]
      const parent = given ?? context.active()
      const span = startSpan(name, options, parent)
      return context.with(trace.setSpan(parent, span), () => work(span))
    },
  }
}

function createContextManager(): ContextManager {
  const storage = new AsyncLocalStorage<Context>()
  const manager: ContextManager = {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, work, self, ...args) => storage.run(active, () => work.call(self as never, ...args)),
    bind: (_active, target) => target,
    enable: () => manager,
    disable: () => manager,
  }
  return manager
}

/** https://www.w3.org/TR/trace-context/#traceparent-header */
const traceparent: TextMapPropagator = {
  inject: () => {},
  fields: () => ['traceparent'],
  extract(active, carrier, getter) {
    const [, traceId, spanId] = String(getter.get(carrier, 'traceparent') ?? '').split('-')
    if (traceId === undefined || spanId === undefined) return active
    return trace.setSpanContext(active, { traceId, spanId, traceFlags: 1, isRemote: true })
  },
}
