/** What one caller may ask of a server, so that the others are served, too. */
export interface ServerLimits {
  /** A request that takes longer is given up and answered `timeout`. */
  readonly requestTimeoutMs: number
  /** Requests of one key at a time. */
  readonly mostRequests: number
  /** Streams and sockets of one key at a time; of all callers without a key together. */
  readonly mostStreams: number
  readonly mostConnections: number
}
