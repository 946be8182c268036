import type { CountedCalls } from '../memory/rate-limit.js'

/** COM10: what the servers on one database tell each other about calls that they counted. Nothing of it is kept long. */
export interface CallLedger {
  /**
   * Tells the others what this server counted, and answers what they have told behind `after`, from 0 on. What is older
   * than the window, at `now`, is of no account. Writes only when there is something to tell.
   */
  exchange(told: ToldCalls): Promise<HeardCalls>
}

export interface ToldCalls {
  /** Its own name, which no other server ever has. */
  readonly server: string
  readonly calls: readonly CountedCalls[]
  readonly after: number
  readonly now: number
  readonly windowMs: number
}

export interface HeardCalls {
  readonly calls: readonly CountedCalls[]
  /** Where to go on. */
  readonly seen: number
}
