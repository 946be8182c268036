import type { CountedCalls } from '../ports/call-ledger.js'

/** A bucket per key: it holds a minute's worth, and refills all the time. 0 a minute allows everything. */
export interface TokenBuckets {
  /** How many seconds to wait until the bucket holds this much, to one decimal; 0 when it does. */
  secondsUntil(key: string, cost: number, now: number): number
  take(key: string, cost: number, now: number): void
  /** What was taken here since the last drain, for other servers: a time for each unit. */
  drain(): readonly CountedCalls[]
  /** Takes what other servers have taken. */
  merge(taken: readonly CountedCalls[], now: number): void
}

interface TokenBucketsOptions {
  readonly perMinute: number
  /** Applied to keys before they are held and shared. */
  readonly hashKey?: (key: string) => string
  /** Whether what is taken is collected for `drain`. */
  readonly isShared?: boolean
}

interface Bucket {
  /** Below zero while several servers have allowed more than it holds. */
  readonly tokens: number
  readonly at: number
}

const minuteMs = 60_000

export function createTokenBuckets({
  perMinute,
  hashKey = (key) => key,
  isShared = false,
}: TokenBucketsOptions): TokenBuckets {
  // In the order of their last use, so that full ones come first.
  const buckets = new Map<string, Bucket>()
  let undrained = new Map<string, number[]>()

  const tokensAt = ({ tokens, at }: Bucket, now: number): number =>
    // A clock that stepped back refills nothing, and takes nothing away.
    Math.min(perMinute, tokens + (Math.max(0, now - at) * perMinute) / minuteMs)

  /** A call that costs more than a bucket holds takes all of it. */
  const bounded = (cost: number): number => Math.min(cost, perMinute)

  function store(key: string, bucket: Bucket): void {
    buckets.delete(key)
    buckets.set(key, bucket)
    for (const [each, held] of buckets) {
      if (tokensAt(held, bucket.at) < perMinute) return
      buckets.delete(each)
    }
  }

  const bucketOf = (key: string, now: number): Bucket => {
    const { tokens, at } = buckets.get(key) ?? { tokens: perMinute, at: now }
    return { tokens: tokensAt({ tokens, at }, now), at: now }
  }

  return {
    secondsUntil(name, cost, now) {
      if (perMinute === 0) return 0
      const missing = bounded(cost) - bucketOf(hashKey(name), now).tokens
      // Rounded up, so that a caller who waits this long is allowed.
      return missing <= 0 ? 0 : Math.ceil((missing * 600) / perMinute) / 10
    },
    take(name, cost, now) {
      if (perMinute === 0) return
      const key = hashKey(name)
      const units = bounded(cost)
      store(key, { tokens: bucketOf(key, now).tokens - units, at: now })
      if (!isShared) return
      const taken = undrained.get(key) ?? []
      undrained.set(key, taken)
      for (let unit = 0; unit < units; unit++) taken.push(now)
    },
    drain() {
      const drained = [...undrained].map(([key, at]) => ({ key, at }))
      undrained = new Map()
      return drained
    },
    merge(others, now) {
      for (const { key, at } of others) {
        // A bucket that this server does not know yet was full before the oldest of these.
        const since = buckets.has(key) ? now : Math.min(at[0] ?? now, now)
        const { tokens } = bucketOf(key, since)
        const refilled = tokensAt({ tokens: tokens - at.length, at: since }, now)
        // Servers that allowed too much at once must not lock a caller out for longer than a minute.
        store(key, { tokens: Math.max(refilled, -perMinute), at: now })
      }
    },
  }
}
