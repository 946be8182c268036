import { createHash } from 'node:crypto'
import type { CountedCalls, RateLimit } from '../memory/rate-limit.js'
import type { HeardCalls, ToldCalls } from '../ports/call-ledger.js'
import type { Clock } from '../ports/clock.js'
import type { Log } from '../ports/log.js'

/** COM10: an overshoot of so long is allowed. */
const intervalMs = 1_000
/** Once may be a lock that somebody holds. */
const failuresToTell = 3

interface Sharing {
  readonly window: Pick<RateLimit, 'drain' | 'merge'>
  readonly windowMs: number
  /** Undefined where nobody is there any more. */
  readonly exchange: (tenant: string, told: ToldCalls) => Promise<HeardCalls | undefined>
  readonly clock: Clock
  readonly log: Log
}

/** One tenant's part. */
interface Share {
  /** Counted here, and not yet told: kept for a window when the others could not be reached. */
  untold: CountedCalls[]
  after: number
  calledAt: number
  failures: number
}

/** COM10: several servers on one database count together, once a second. Who has no callers neither reads nor writes. */
export function shareCalls({ window, windowMs, exchange, clock, log }: Sharing): { close(): Promise<void> } {
  const server = crypto.randomUUID()
  const shares = new Map<string, Share>()
  let exchanging = Promise.resolve()
  let isBusy = false

  async function exchangeAll(): Promise<void> {
    const now = clock.now()
    for (const calls of window.drain()) noteCalls(calls, now)
    await Promise.all([...shares].map(([tenant, share]) => exchangeFor(tenant, share, now)))
  }

  function noteCalls(calls: CountedCalls, now: number): void {
    const tenant = calls.key.slice(0, calls.key.indexOf('/'))
    const share = shares.get(tenant) ?? { untold: [], after: 0, calledAt: now, failures: 0 }
    share.untold.push(calls)
    share.calledAt = now
    shares.set(tenant, share)
  }

  async function exchangeFor(tenant: string, share: Share, now: number): Promise<void> {
    const quietMs = now - share.calledAt
    // What was heard until then has left the window by now: it can be read from the start without counting twice.
    if (quietMs >= 2 * windowMs) shares.delete(tenant)
    if (quietMs >= windowMs) return
    const told = share.untold.filter(({ at }) => now - (at.at(-1) ?? 0) < windowMs)
    share.untold = told
    try {
      const heard = await exchange(tenant, { server, calls: told, after: share.after, now, windowMs })
      share.untold = []
      share.failures = 0
      if (heard !== undefined) {
        share.after = heard.seen
        window.merge(heard.calls, now)
      }
    } catch (error) {
      share.failures++
      if (share.failures === failuresToTell) log.warn('could not share the totals of the rate limit', { error })
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

/** The tenant stays: each tells in its own store. Of the session nothing can be read there. */
export function disguise(key: string): string {
  const digest = createHash('sha256').update(key).digest('base64url').slice(0, 22)
  return `${key.slice(0, key.indexOf('/'))}/${digest}`
}
