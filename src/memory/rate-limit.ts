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

/** When a key was used, oldest first. */
export interface CountedCalls {
  readonly key: string
  readonly at: readonly number[]
}

export interface RateLimit {
  /** Counts a call of `key`, unless it is refused. */
  take(key: string, now: number): RateDecision
  /** What was counted here since this was last asked: for other servers. */
  drain(): readonly CountedCalls[]
  /** What other servers counted: from now on it counts here, too. */
  merge(calls: readonly CountedCalls[], now: number): void
}

interface RateLimitOptions {
  readonly limit: number
  readonly windowMs: number
  /** Keys are held, and told to others, as this makes them. */
  readonly disguise?: (key: string) => string
  /** Whether anybody asks what was counted. */
  readonly isShared?: boolean
}

/** A sliding window per key; a limit of 0 allows everything. Memory is bounded by the calls of the last window. */
export function createRateLimit({
  limit,
  windowMs,
  disguise = (key) => key,
  isShared = false,
}: RateLimitOptions): RateLimit {
  // Times of the calls, oldest first; keys in the order of their last counted call, so that the idle are in front.
  const callsByKey = new Map<string, number[]>()
  let untold = new Map<string, number[]>()

  function countedCalls(key: string, now: number): number[] {
    const calls = callsByKey.get(key) ?? []
    // A clock that stepped back must not make anybody wait longer than a window.
    for (let i = calls.length - 1; i >= 0 && calls[i]! > now; i--) calls[i] = now
    while (calls.length > 0 && now - calls[0]! >= windowMs) calls.shift()
    return calls
  }

  function keep(key: string, calls: number[], now: number): void {
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

  function noteUntold(key: string, now: number): void {
    const calls = untold.get(key)
    if (calls === undefined) untold.set(key, [now])
    else calls.push(now)
  }

  return {
    take(name, now) {
      if (limit === 0) return { allowed: true, remaining: Number.POSITIVE_INFINITY, resetAt: now }
      const key = disguise(name)
      const calls = countedCalls(key, now)
      // Several servers may have let through more than the limit: so many must have left before one comes in.
      const resetAt = (calls[Math.max(0, calls.length - limit)] ?? now) + windowMs
      // Rounded up, so that whoever waits that long gets in, and never 0.
      if (calls.length >= limit) return { allowed: false, retryAfter: Math.ceil((resetAt - now) / 100) / 10 }
      calls.push(now)
      keep(key, calls, now)
      if (isShared) noteUntold(key, now)
      return { allowed: true, remaining: limit - calls.length, resetAt }
    },
    drain() {
      const told = [...untold].map(([key, at]) => ({ key, at }))
      untold = new Map()
      return told
    },
    merge(others, now) {
      for (const { key, at } of others) {
        const calls = [...countedCalls(key, now), ...at.map((each) => Math.min(each, now))].sort((a, b) => a - b)
        // The idle stand in front: what comes late from elsewhere may be older than what stands last.
        if (now - (calls.at(-1) ?? 0) < windowMs) keep(key, calls, now)
      }
    },
  }
}
