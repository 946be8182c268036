/** Numbers of a server's work. Its labels are names of the program's own, never what a caller sent. */
export interface Metrics {
  request(done: {
    /** As it is written in the program: `/tools/:name`. */
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
  /** A part of a recall. */
  stage(stage: string, seconds: number): void
  refused(limit: 'requests' | 'streams' | 'time'): void
  /** Everything so far, and how things stand, in Prometheus' text format. */
  report(standing: Standing): Promise<{ readonly contentType: string; readonly text: string }>
}

/** How things stand at the moment. */
export interface Standing {
  readonly openConnections: number
  readonly openStreams: number
  /** Those that are open. */
  readonly tenants: readonly TenantStanding[]
}

export interface TenantStanding {
  readonly tenant: string
  readonly memoriesByKind: Readonly<Record<string, number>>
  readonly storeBytes: number
  readonly cachedMemories: number
  readonly cachedVectors: number
  /** What waits for the store's reader, its writer, and to be written within a second (ACT8). */
  readonly waiting: { readonly reads: number; readonly writes: number; readonly uses: number }
}
