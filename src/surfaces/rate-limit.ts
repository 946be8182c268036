import type { CountedCalls } from '../ports/call-ledger.js'

export type RateDecision =
  | {
      readonly allowed: true
      /** Infinity when there is no limit. */
      readonly remaining: number
      /** When the oldest call that counts leaves the window, in milliseconds since 1970. */
      readonly resetAt: number
    }
  | {
      readonly allowed: false
      /** Seconds, to one decimal. */
      readonly retryAfter: number
    }

export interface RateLimit {
  /** Counts a call of `key`, unless it is refused. */
  take(key: string, now: number): RateDecision
  /** The calls counted here since the last drain, for other servers. */
  drain(): readonly CountedCalls[]
  /** Adds the calls that other servers counted. */
  merge(calls: readonly CountedCalls[], now: number): void
}

/** The contract's words for a refusal. */
export const sessionExceeded = (session: string): string => `Rate limit exceeded for session '${session}'`

interface RateLimitOptions {
  readonly limit: number
  readonly windowMs: number
  /** Applied to keys before they are held and shared. */
  readonly hashKey?: (key: string) => string
  /** Whether calls are collected for `drain`. */
  readonly isShared?: boolean
}

/** A sliding window per key; a limit of 0 allows everything. Memory is proportional to the calls of the last window. */
export function createRateLimit({
  limit,
  windowMs,
  hashKey = (key) => key,
  isShared = false,
}: RateLimitOptions): RateLimit {
  // Call times, oldest first. Keys are in the order of their last call, so idle ones come first.
  const callsByKey = new Map<string, number[]>()
  let undrained = new Map<string, number[]>()

  function countedCalls(key: string, now: number): number[] {
    const calls = callsByKey.get(key) ?? []
    // A clock that stepped back must not make a caller wait longer than a window.
    for (let i = calls.length - 1; i >= 0 && calls[i]! > now; i--) calls[i] = now
    while (calls.length > 0 && now - calls[0]! >= windowMs) calls.shift()
    return calls
  }

  function store(key: string, calls: number[], now: number): void {
    callsByKey.delete(key)
    callsByKey.set(key, calls)
    forgetIdle(now)
  }

  function forgetIdle(now: number): void {
    for (const [key, calls] of callsByKey) {
      if (now - (calls.at(-1) ?? 0) < windowMs) return
      callsByKey.delete(key)
    }
  }

  function noteUndrained(key: string, now: number): void {
    const calls = undrained.get(key)
    if (calls === undefined) undrained.set(key, [now])
    else calls.push(now)
  }

  return {
    take(name, now) {
      if (limit === 0) return { allowed: true, remaining: Number.POSITIVE_INFINITY, resetAt: now }
      const key = hashKey(name)
      const calls = countedCalls(key, now)
      // Several servers may have allowed more than the limit, so more than one call must leave the window first.
      const resetAt = (calls[Math.max(0, calls.length - limit)] ?? now) + windowMs
      // Rounded up, so that a caller who waits this long is allowed, and never 0.
      if (calls.length >= limit) return { allowed: false, retryAfter: Math.ceil((resetAt - now) / 100) / 10 }
      calls.push(now)
      store(key, calls, now)
      if (isShared) noteUndrained(key, now)
      return { allowed: true, remaining: limit - calls.length, resetAt }
    },
    drain() {
      const drained = [...undrained].map(([key, at]) => ({ key, at }))
      undrained = new Map()
      return drained
    },
    merge(others, now) {
      for (const { key, at } of others) {
        const calls = [...countedCalls(key, now), ...at.map((each) => Math.min(each, now))].sort((a, b) => a - b)
        // Idle keys must stay first, and calls from other servers may be old.
        if (now - (calls.at(-1) ?? 0) < windowMs) store(key, calls, now)
      }
    },
  }
}
