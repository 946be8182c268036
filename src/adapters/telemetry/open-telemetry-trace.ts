import { type Context, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { WorldWeaverError } from '../../errors.js'
import type { OpenSpan, Trace } from '../../ports/trace.js'

/** Spans go to the OpenTelemetry SDK that is registered in this process; without one this does nothing. */
export function createOpenTelemetryTrace(version: string): Trace {
  const tracer = trace.getTracer('world-weaver', version)
  return {
    span: (name, attributes, work) => tracer.startActiveSpan(name, { attributes }, (span) => within(span, work)),
    requestSpan(name, headers, work) {
      const parent: Context = propagation.extract(context.active(), headers)
      return tracer.startActiveSpan(name, { kind: SpanKind.SERVER }, parent, (span) => within(span, work))
    },
  }
}

async function within<Result>(span: Span, work: (span: OpenSpan) => Promise<Result>): Promise<Result> {
  try {
    return await work({ note: (attributes) => void span.setAttributes({ ...attributes }) })
  } catch (error) {
    // Only the code, because a message may quote the input.
    span.setAttribute('error.type', error instanceof WorldWeaverError ? error.code : 'internal_error')
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}
