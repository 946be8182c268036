import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { backupFiles } from '#ww/adapters/engine-copy/backup-files.js'
import { openPostgresStore } from '#ww/adapters/postgres/postgres-memory-store.js'
import { ownTenant } from '#ww/memory/access/access.js'
import { useTemporaryFolders } from '../../support/temporary-folder.js'
import { Books } from './books.js'
import { type Chaos, consolidate, converse, listen, remember } from './load.js'
import { mcpPlace, servedPlace } from './places.js'
import { useRestartingServer } from './restarting-server.js'
import {
  checkConversations,
  checkEvents,
  checkMarks,
  checkParts,
  checkWrites,
  countConnections,
  countUnfinished,
} from './verify.js'

/** Short by default, five minutes with `npm run test:postgres`. */
const seconds = Number(process.env.WW_CHAOS_SECONDS ?? 12)
const killEveryMs = 10_000
/** Where to write what was done. */
const results = process.env.WW_CHAOS_RESULTS

const isLong = seconds >= 60
/** In parts of the whole. */
const restarts = isLong ? [1 / 3, 2 / 3] : [0.25]

describe('four processes on one database', () => {
  const newFolder = useTemporaryFolders()

  test(`[COM11] [WFL6] [WSS2] [RSB5] for ${seconds} seconds, killed and without their server now and then: nothing answered is lost, nothing told twice, nothing stuck`, {
    timeout: seconds * 2_000 + 180_000,
  }, async () => {
    const server = await useRestartingServer()
    const { url } = server
    const options = (name: string) => ({ name, dataDir: newFolder(), env: { WW_DATABASE_URL: url } })
    const served = [await servedPlace(options('North')), await servedPlace(options('South'))]
    const places = [served[0]!, await mcpPlace(options('East')), served[1]!, await mcpPlace(options('West'))]
    let areStopped = false
    const stopAll = async () => {
      if (!areStopped) await Promise.all(places.map((place) => place.stop()))
      areStopped = true
    }
    onTestFinished(stopAll)
    for (const place of places) await place.call('recall', { query: 'anybody?' })
    const { id } = await places[0]!.call('create_episode', { content: 'All of us mark this one.', valence: 0 })
    const shared = String(id)
    const level = await countConnections(url)

    const books = new Books()
    const ending = new AbortController()
    const leaving = new AbortController()
    const store = openPostgresStore({ backupFiles, url, tenant: ownTenant })
    const listening = listen(store, books, leaving.signal)
    const chaos: Chaos = { places, books, shared, ending: ending.signal }
    const load = Promise.all([
      ...places.flatMap((place) => [remember(place, chaos), remember(place, chaos)]),
      ...[1, 2, 3].map(() => converse(served, chaos)),
      consolidate(chaos),
    ])
    const trouble = Promise.all([
      killInTurn(),
      ...restarts.map(async (part) => {
        await pause(part * seconds * 1_000 + 2_500)
        await server.restart()
        books.count(server.how)
      }),
    ])
    async function killInTurn(): Promise<void> {
      const kills = Math.ceil((seconds * 1_000) / killEveryMs) - 1
      const killed = Array.from({ length: kills }, async (_, kill) => {
        await pause((kill + 1) * killEveryMs)
        books.count('processes killed')
        await places[kill % places.length]!.kill()
      })
      await Promise.all(killed)
    }
    // Whatever fails first is told, and the rest does not go on without end.
    await Promise.race([Promise.all([load, trouble]), pause(seconds * 1_000)])
    ending.abort()
    await Promise.all([load, trouble])

    // A run of a process that was killed ends when its lease lapses.
    await expect.poll(() => countUnfinished(url), { timeout: 60_000, interval: 500 }).toBe(0)
    await expect.poll(() => countConnections(url), { timeout: 60_000, interval: 500 }).toBeLessThanOrEqual(level)
    const left = await countConnections(url)
    const newest = await store.newestSeq()
    await expect.poll(() => books.heard.at(-1), { timeout: 60_000 }).toBe(newest)
    leaving.abort()
    await listening
    await store.close()

    expect(books.wrong).toEqual([])
    expect([books.written.size, books.seen.size]).not.toContain(0)
    await checkWrites(url, books)
    await checkMarks(url, shared, books)
    await checkParts(url)
    const events = await checkEvents(url, books)
    const ended = await checkConversations(url, books)
    await stopAll()
    await expect.poll(() => countConnections(url), { timeout: 60_000 }).toBe(0)
    if (results !== undefined) {
      const { counts, written, told } = books
      const all = { counts, ended, events, written: written.size, told: told.size, connections: { level, left } }
      writeFileSync(results, JSON.stringify(all))
    }
  })
})
