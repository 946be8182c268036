import type { CountedCalls } from '../ports/call-ledger.js'
import { createRateLimit, type RateDecision } from './rate-limit.js'
import { createTokenBuckets } from './token-buckets.js'

/** A call as the limits see it. */
export interface CallToCount {
  readonly tenant: string
  /** The id of the caller's key; null for the owner. */
  readonly key: string | null
  /** What counts for the session's window; null for what is no call by COM10: a list, a handshake. */
  readonly session: string | null
  readonly cost: number
  /** Not a call that any session or tenant could have made: it counts against its own key alone. */
  readonly isMalformed?: boolean
}

export type CallDecision = RateDecision & {
  /** The limit that refuses. */
  readonly limit?: 'session' | 'key' | 'tenant'
}

/** COM10 on a server: a sliding window for each session, beside it a bucket for each key and one for each tenant. */
export interface CallLimits {
  /** Calls a minute in one session; 0 is no limit. */
  readonly perSession: number
  /** Counts a call, unless one of the limits refuses it: then none counts it. */
  take(call: CallToCount, now: number): CallDecision
  /** What was counted here since the last drain, for other servers. */
  drain(): readonly CountedCalls[]
  merge(calls: readonly CountedCalls[], now: number): void
}

interface CallLimitsOptions {
  readonly perSession: number
  /** Units a minute. */
  readonly perKey: number
  readonly perTenant: number
  readonly windowMs: number
  readonly hashKey?: (key: string) => string
  readonly isShared?: boolean
}

/** Buckets and windows are told to other servers in one list: these begin the name of a bucket, after its tenant. */
const [keyMark, tenantMark] = ['~', '=']

export function createCallLimits(options: CallLimitsOptions): CallLimits {
  const { perSession, windowMs, hashKey = (key) => key, isShared = false } = options
  const window = createRateLimit({ limit: perSession, windowMs, hashKey, isShared })
  const bucketsOf = (perMinute: number, mark: string) =>
    createTokenBuckets({ perMinute, hashKey: (name) => hashKey(name).replace('/', `/${mark}`), isShared })
  const keys = bucketsOf(options.perKey, keyMark)
  const tenants = bucketsOf(options.perTenant, tenantMark)

  return {
    perSession,
    take({ tenant, key, session, cost, isMalformed = false }, now) {
      // Names of sessions contain no colon.
      const ofKey = `${tenant}/key:${key}`
      const ofTenant = `${tenant}/tenant:`
      const forKey = key === null ? 0 : keys.secondsUntil(ofKey, cost, now)
      if (forKey > 0) return { allowed: false, retryAfter: forKey, limit: 'key' }
      const countsForTenant = !(isMalformed && key !== null)
      const forTenant = countsForTenant ? tenants.secondsUntil(ofTenant, cost, now) : 0
      if (forTenant > 0) return { allowed: false, retryAfter: forTenant, limit: 'tenant' }
      const counted = isMalformed && key !== null ? `${tenant}/malformed:${key}` : `${tenant}/${session}`
      const decision: RateDecision =
        session === null
          ? { allowed: true, remaining: Number.POSITIVE_INFINITY, resetAt: now }
          : window.take(counted, now)
      if (!decision.allowed) return { ...decision, limit: 'session' }
      if (key !== null) keys.take(ofKey, cost, now)
      if (countsForTenant) tenants.take(ofTenant, cost, now)
      return decision
    },
    drain: () => [...window.drain(), ...keys.drain(), ...tenants.drain()],
    merge(calls, now) {
      const markOf = ({ key }: CountedCalls) => key[key.indexOf('/') + 1]
      const marked = (mark: string) => calls.filter((each) => markOf(each) === mark)
      keys.merge(marked(keyMark), now)
      tenants.merge(marked(tenantMark), now)
      const others = calls.filter((each) => markOf(each) !== keyMark && markOf(each) !== tenantMark)
      window.merge(others, now)
    },
  }
}
