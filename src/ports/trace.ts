/** Attributes are names and numbers of the program's own, never what a caller sent or what is stored. */
export type SpanAttributes = Readonly<Record<string, string | number>>

export interface OpenSpan {
  note(attributes: SpanAttributes): void
}

export interface Trace {
  /** Does `work` in a span below the one that is open; its failure is the span's. */
  span<Result>(name: string, attributes: SpanAttributes, work: (span: OpenSpan) => Promise<Result>): Promise<Result>
  /** The same below a caller's own span, if its headers tell of one. */
  requestSpan<Result>(
    name: string,
    headers: Readonly<Record<string, string | string[] | undefined>>,
    work: (span: OpenSpan) => Promise<Result>,
  ): Promise<Result>
}
