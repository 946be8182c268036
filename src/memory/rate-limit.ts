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
}

/** A sliding window per key; a limit of 0 allows everything. Memory is bounded by the calls of the last window. */
export function createRateLimit({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }): RateLimit {
  // Times of the calls, oldest first; keys in the order of their last counted call, so that the idle are in front.
  const callsByKey = new Map<string, number[]>()

  function countedCalls(key: string, now: number): number[] {
    const calls = callsByKey.get(key) ?? []
    // A clock that stepped back must not make anybody wait longer than a window.
    for (let i = calls.length - 1; i >= 0 && calls[i]! > now; i--) calls[i] = now
    while (calls.length > 0 && now - calls[0]! >= windowMs) calls.shift()
    return calls
  }

  function forgetIdle(now: number): void {
    for (const [key, calls] of callsByKey) {
      if (now - (calls.at(-1) ?? 0) < windowMs) return
      callsByKey.delete(key)
    }
  }

  return {
    take(key, now) {
      if (limit === 0) return { allowed: true, remaining: Number.POSITIVE_INFINITY, resetAt: now }
      const calls = countedCalls(key, now)
      const resetAt = (calls[0] ?? now) + windowMs
      // Rounded up, so that whoever waits that long gets in, and never 0.
      if (calls.length >= limit) return { allowed: false, retryAfter: Math.ceil((resetAt - now) / 100) / 10 }
      calls.push(now)
      callsByKey.delete(key)
      callsByKey.set(key, calls)
      forgetIdle(now)
      return { allowed: true, remaining: limit - calls.length, resetAt }
    },
  }
}
