export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
}
