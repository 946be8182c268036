import { createHash } from 'node:crypto'
import type { CountedCalls, LocalCounts, RemoteCounts } from '../../ports/call-ledger.js'
import type { Clock } from '../../ports/clock.js'
import type { Log } from '../../ports/log.js'
import type { CallLimits } from '../../surfaces/call-limits.js'

/** COM10: the limit may be exceeded for this long. */
const intervalMs = 1_000
/** A single failure may be a lock that another process holds. */
const failuresToLog = 3

interface Sharing {
  readonly limits: Pick<CallLimits, 'drain' | 'merge'>
  readonly windowMs: number
  /** Undefined if the tenant is closed and there is nothing to send. */
  readonly exchange: (tenant: string, counts: LocalCounts) => Promise<RemoteCounts | undefined>
  readonly clock: Clock
  readonly log: Log
}

/** The counts of one tenant. */
interface Share {
  /** Calls counted here and not sent yet; kept for one window while the store fails. */
  unsent: CountedCalls[]
  after: number
  calledAt: number
  failures: number
}

/** COM10: servers on one database share their counts once a second. A server without calls neither reads nor writes. */
export function shareRateLimits({ limits, windowMs, exchange, clock, log }: Sharing): { close(): Promise<void> } {
  const server = crypto.randomUUID()
  const shares = new Map<string, Share>()
  let exchanging = Promise.resolve()
  let isBusy = false

  async function exchangeAll(): Promise<void> {
    const now = clock.now()
    for (const calls of limits.drain()) noteCalls(calls, now)
    await Promise.all([...shares].map(([tenant, share]) => exchangeFor(tenant, share, now)))
  }

  function noteCalls(calls: CountedCalls, now: number): void {
    const tenant = calls.key.slice(0, calls.key.indexOf('/'))
    const share = shares.get(tenant) ?? { unsent: [], after: 0, calledAt: now, failures: 0 }
    share.unsent.push(calls)
    share.calledAt = now
    shares.set(tenant, share)
  }

  async function exchangeFor(tenant: string, share: Share, now: number): Promise<void> {
    const quietMs = now - share.calledAt
    // Counts received until then have left the window: reading from the start does not count them twice.
    if (quietMs >= 2 * windowMs) shares.delete(tenant)
    if (quietMs >= windowMs) return
    const calls = share.unsent.filter(({ at }) => now - (at.at(-1) ?? 0) < windowMs)
    share.unsent = calls
    try {
      const received = await exchange(tenant, { server, calls, after: share.after, now, windowMs })
      share.unsent = []
      share.failures = 0
      if (received !== undefined) {
        share.after = received.seen
        limits.merge(received.calls, now)
      }
    } catch (error) {
      share.failures++
      if (share.failures === failuresToLog) log.warn('could not share the totals of the rate limit', { error })
    }
  }

  function tick(): void {
    if (isBusy) return
    isBusy = true
    exchanging = exchangeAll().finally(() => {
      isBusy = false
    })
  }

  const timer = setInterval(tick, intervalMs).unref()
  return {
    async close() {
      clearInterval(timer)
      await exchanging
    },
  }
}

/** Hashes the session and leaves the tenant: each tenant's store holds its own counts, and no session names. */
export function hashSession(key: string): string {
  const digest = createHash('sha256').update(key).digest('base64url').slice(0, 22)
  return `${key.slice(0, key.indexOf('/'))}/${digest}`
}
