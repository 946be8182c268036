import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LocalCounts, RemoteCounts } from '../../ports/call-ledger.js'
import { createRateLimit } from '../../surfaces/rate-limit.js'
import { shareRateLimits } from './share-rate-limits.js'

const windowMs = 60_000
const minute = 60_000

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

/** One server's part in an exchange that `answer` stands for. */
function share(answer: (told: LocalCounts) => RemoteCounts) {
  const window = createRateLimit({ limit: 10, windowMs, isShared: true })
  const told: LocalCounts[] = []
  const warnings: string[] = []
  const sharing = shareRateLimits({
    limits: window,
    windowMs,
    exchange: async (_tenant, each) => {
      told.push(each)
      return answer(each)
    },
    clock: { now: () => Date.now() },
    log: { debug() {}, info() {}, error() {}, warn: (message) => void warnings.push(message) },
  })
  return { ...sharing, told, warnings, take: () => window.take('anna/default', Date.now()) }
}

test('[COM10] what could not be told within the window is never told: nobody counts it any more', async () => {
  let isBroken = true
  const { take, told, warnings, close } = share(({ after }) => {
    if (isBroken) throw new Error('the disk is full')
    return { calls: [], seen: after }
  })
  for (let seconds = 0; seconds < 600; seconds += 10) {
    take()
    await vi.advanceTimersByTimeAsync(10_000)
  }
  isBroken = false
  await vi.advanceTimersByTimeAsync(1_000)
  const oldest = Date.now() - windowMs
  const times = told.at(-1)!.calls.flatMap(({ at }) => at)
  expect(times).toHaveLength(5)
  expect(Math.min(...times)).toBeGreaterThan(oldest)
  expect(warnings).toHaveLength(1)
  await close()
})

test('[COM10] after a pause, a call of another server that was heard before is not counted twice', async () => {
  const ledger: { seq: number; at: number }[] = []
  const { take, told, close } = share(({ after, now }) => {
    const heard = ledger.filter(({ seq, at }) => seq > after && at > now - windowMs)
    return { calls: heard.map(({ at }) => ({ key: 'anna/default', at: [at] })), seen: ledger.at(-1)?.seq ?? after }
  })
  take()
  await vi.advanceTimersByTimeAsync(50_000)
  ledger.push({ seq: 1, at: Date.now() })
  await vi.advanceTimersByTimeAsync(15_000)
  const quiet = told.length
  // Who has no callers does not even ask.
  await vi.advanceTimersByTimeAsync(10_000)
  expect(told).toHaveLength(quiet)
  take()
  await vi.advanceTimersByTimeAsync(2_000)
  // The other's, the one before, and this one.
  expect(take()).toMatchObject({ allowed: true, remaining: 7 })
  await vi.advanceTimersByTimeAsync(2 * minute)
  await close()
})
