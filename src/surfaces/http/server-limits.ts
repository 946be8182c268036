/** Limits per caller, so that one caller cannot block the others. */
export interface ServerLimits {
  /** A request that takes longer is aborted and answered with `timeout`. */
  readonly requestTimeoutMs: number
  /** Concurrent requests per key. */
  readonly maxRequests: number
  /** Concurrent streams and sockets per key; callers without a key share one count. */
  readonly maxStreams: number
  readonly maxConnections: number
  readonly maxConnectionsPerAddress: number
}
