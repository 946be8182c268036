import type { Kind } from '../memory/memory.js'

export interface Ids {
  /** A prefix for the kind and a UUIDv7, ever increasing within a process. */
  next(kind: Kind, now: number): string
}
