import { once } from 'node:events'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { withLease } from '#ww/operations/consolidation/with-lease.js'
import type { Log } from '#ww/ports/log.js'
import { databaseIn } from '../../support/database.js'
import { useMinds } from '../../support/minds.js'

const minds = useMinds()
const log: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** The lease as the database has it, and in the hands of somebody else. */
function openLease(dataDir: string) {
  const database = new DatabaseSync(databaseIn(dataDir), { timeout: 30_000 })
  onTestFinished(() => database.close())
  const ofRow = (expression: string) =>
    (database.prepare(`SELECT ${expression} AS value FROM leases`).get() as { value: number } | undefined)?.value
  return {
    expiresAt: () => ofRow('expires_at') ?? 0,
    msLeft: () => ofRow("expires_at - unixepoch('subsec') * 1000") ?? 0,
    lapse: () => database.exec('UPDATE leases SET expires_at = 0'),
    giveToAnother: () =>
      database.exec("UPDATE leases SET holder = 'another', expires_at = (unixepoch('subsec') + 60) * 1000"),
  }
}

async function aStore() {
  const dataDir = minds.newFolder()
  const memories = minds.openStore(dataDir)
  await memories.newestSeq()
  return { memories, lease: openLease(dataDir) }
}

describe('exclusively', () => {
  test('[CON1] whoever dies keeps the others waiting for five seconds at most, whoever works renews', async () => {
    const { memories, lease } = await aStore()
    await withLease('work', { memories, log }, async (signal) => {
      expect(lease.msLeft()).toBeLessThanOrEqual(5_000)
      const first = lease.expiresAt()
      await expect.poll(lease.expiresAt, { timeout: 60_000 }).toBeGreaterThan(first)
      expect(lease.msLeft()).toBeLessThanOrEqual(5_000)
      expect(signal.aborted).toBe(false)
    })
    expect(lease.expiresAt()).toBe(0)
  })

  test('[CON1] one whose lease lapsed takes it again if nobody came between', async () => {
    const { memories, lease } = await aStore()
    await withLease('work', { memories, log }, async (signal) => {
      lease.lapse()
      await expect.poll(lease.msLeft, { timeout: 60_000 }).toBeGreaterThan(0)
      expect(signal.aborted).toBe(false)
    })
    expect(await memories.lease('work', 1)).toBeDefined()
  })

  test('[CON1] one that another came before is called off, and leaves the other its lease', async () => {
    const { memories, lease } = await aStore()
    await withLease('work', { memories, log }, async (signal) => {
      lease.giveToAnother()
      if (!signal.aborted) await once(signal, 'abort')
    })
    expect(await memories.lease('work', 1)).toBeUndefined()
  })

  test('[CON1] the caller calls it off as well', async () => {
    const { memories } = await aStore()
    const caller = new AbortController()
    await withLease('work', { memories, log, signal: caller.signal }, async (signal) => {
      caller.abort()
      expect(signal.aborted).toBe(true)
    })
  })
})
