/** Metrics of a server. Labels are names of the program, never values that a caller sent. */
export interface Metrics {
  request(done: {
    /** The route's pattern: `/tools/:name`. */
    readonly route: string
    readonly method: string
    readonly status: number
    readonly seconds: number
  }): void
  operation(done: {
    readonly operation: string
    /** `ok`, or the code of the error. */
    readonly outcome: string
    readonly seconds: number
  }): void
  /** One stage of a recall. */
  stage(stage: string, seconds: number): void
  refused(limit: 'requests' | 'streams' | 'time' | 'connections'): void
  /** All metrics and the present state, in Prometheus' text format. */
  report(stats: ServerStats): Promise<{ readonly contentType: string; readonly text: string }>
}

/** The present state of a server. */
export interface ServerStats {
  readonly openConnections: number
  readonly openStreams: number
  /** The open tenants. */
  readonly tenants: readonly TenantStats[]
}

export interface TenantStats {
  readonly tenant: string
  readonly memoriesByKind: Readonly<Record<string, number>>
  readonly storeBytes: number
  readonly cachedMemories: number
  readonly cachedVectors: number
  readonly spoilt: number
  /** Queued reads and writes, and uses to be written within a second (ACT8). */
  readonly waiting: { readonly reads: number; readonly writes: number; readonly uses: number }
}
