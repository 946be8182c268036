/** Names and numbers of the program, never values that a caller sent or stored text. */
export type SpanAttributes = Readonly<Record<string, string | number>>

export interface OpenSpan {
  note(attributes: SpanAttributes): void
}

export interface Trace {
  /** Runs `work` in a child of the current span; a failure fails the span. */
  span<Result>(name: string, attributes: SpanAttributes, work: (span: OpenSpan) => Promise<Result>): Promise<Result>
  /** The same as a child of the caller's span, if its headers name one. */
  requestSpan<Result>(
    name: string,
    headers: Readonly<Record<string, string | string[] | undefined>>,
    work: (span: OpenSpan) => Promise<Result>,
  ): Promise<Result>
}
