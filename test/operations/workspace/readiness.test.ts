import { rmSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, test } from 'vitest'
import { createStaticEmbedder } from '#ww/adapters/embedders/static/static-embedder.js'
import { databaseIn, rowCounts } from '../../support/database.js'
import { tellStory } from '../../support/keeping.js'
import { type Mind, useMinds } from '../../support/minds.js'
import { createTrigramEmbedder } from '../../support/trigram-embedder.js'

const minds = useMinds()

const allWell = {
  store_writable: true,
  index_in_step: true,
  embedder_loaded: true,
  records_in_step: true,
  no_open_circuit: true,
}

/** Behind the back of whoever has it open. */
function tamper(mind: Mind, sql: string): void {
  const database = new DatabaseSync(databaseIn(mind.dataDir))
  database.exec(sql)
  database.close()
}

const check = (mind: Mind) => mind.call('gwt_readiness_check', {})
const fails = (name: keyof typeof allWell) => ({ status: 'degraded', checks: { ...allWell, [name]: false } })

describe('gwt_readiness_check', () => {
  test('[GWT17] answers exactly the contract’s keys; all is well, and the check leaves nothing behind', async () => {
    const mind = minds.open()
    expect(await check(mind)).toMatchObject({ status: 'ready', checks: allWell })
    await tellStory(mind)
    const before = rowCounts(mind.dataDir)
    expect(await check(mind)).toEqual({
      status: 'ready',
      checks: allWell,
      namespace: { scope: 'global', name: expect.any(String), data_dir: mind.dataDir },
      embedding: { model: expect.any(String), dimensions: 256 },
      counts: { persisted: 9, runtime_index: 9, structured_records: 2 },
      broadcast_bus: {
        configured: true,
        subscribers: expect.arrayContaining(['semantic_recall', 'plan_critic']),
        settings: expect.objectContaining({ timeout_ms: 250, max_accepted: 4 }),
        open_circuits: [],
        proposal_count: 0,
        accepted_count: 0,
      },
      file_sizes: expect.objectContaining({ 'world-weaver.db': expect.any(Number) }),
      restored_runtime_items: 0,
    })
    expect(rowCounts(mind.dataDir)).toEqual(before)
    const leases = new DatabaseSync(databaseIn(mind.dataDir), { readOnly: true })
    expect(leases.prepare('SELECT * FROM leases').all()).toEqual([])
    leases.close()
  })

  test('[GWT17] a store that refuses to write', async () => {
    const mind = minds.open()
    await tellStory(mind)
    tamper(mind, "CREATE TRIGGER full BEFORE INSERT ON leases BEGIN SELECT RAISE(ABORT, 'disk full'); END")
    expect(await check(mind)).toMatchObject(fails('store_writable'))
    tamper(mind, 'DROP TRIGGER full')
    expect(await check(mind)).toMatchObject({ status: 'ready' })
  })

  test('[GWT17] a store whose file somebody has removed', async () => {
    const mind = minds.open()
    await tellStory(mind)
    rmSync(databaseIn(mind.dataDir))
    // Reading is refused, too: what would be read is not what is at the path any more.
    const unreadable = { index_in_step: false, records_in_step: false, no_open_circuit: false }
    expect(await check(mind)).toMatchObject({
      status: 'degraded',
      checks: { ...allWell, store_writable: false, ...unreadable },
    })
  })

  test('[GWT17] a store that cannot be read at all still gets an answer', async () => {
    const mind = minds.open()
    await tellStory(mind)
    await mind.close()
    tamper(mind, 'DROP TABLE changes')
    const broken = minds.open({ dataDir: mind.dataDir })
    expect(await check(broken)).toMatchObject({
      status: 'degraded',
      checks: { index_in_step: false, records_in_step: false, embedder_loaded: true },
      counts: null,
    })
  })

  test('[GWT17] memories that a new model has not embedded yet', async () => {
    const mind = minds.open()
    await tellStory(mind)
    await mind.close()
    const changed = minds.open({ dataDir: mind.dataDir, embedder: createTrigramEmbedder() })
    expect(await check(changed)).toMatchObject(fails('index_in_step'))
  })

  test.each([
    ['words', 'DELETE FROM postings WHERE rowid = 2'],
    ['vectors', 'DELETE FROM vectors WHERE row = 2'],
  ])('[GWT17] an index of %s that lacks a memory', async (_, sql) => {
    const mind = minds.open()
    await tellStory(mind)
    tamper(mind, sql)
    expect(await check(mind)).toMatchObject(fails('index_in_step'))
  })

  test('[GWT15] [GWT17] records that are out of step come into step again by a runtime reset', async () => {
    const mind = minds.open()
    await tellStory(mind)
    await mind.call('gwt_memory_profile', {})
    tamper(mind, 'DELETE FROM structures')
    expect(await check(mind)).toMatchObject({ ...fails('records_in_step'), counts: { structured_records: 2 } })
    await mind.call('gwt_reset', { confirm: 'RESET_RUNTIME' })
    expect(await check(mind)).toMatchObject({ status: 'ready', counts: { structured_records: 0 } })
  })

  test.each([
    ['throws', async () => Promise.reject(new Error('no model'))],
    ['says nothing', async () => [new Int8Array(256)]],
    ['is of another size', async () => [new Int8Array(2).fill(1)]],
  ])('[GWT17] an embedder that %s', async (_, embed) => {
    const mind = minds.open({ embedder: { ...createStaticEmbedder(), embed } })
    expect(await check(mind)).toMatchObject(fails('embedder_loaded'))
  })

  test('[GWT11] [GWT17] an open circuit, until it may be tried again', async () => {
    const propose = () => Promise.reject(new Error('out of order'))
    const mind = minds.open({ subscribers: [{ name: 'guest', propose }] })
    await tellStory(mind)
    for (let count = 0; count < 3; count++) {
      expect(await check(mind)).toMatchObject({ status: 'ready' })
      await mind.call('gwt_attend', { question: `What was told, ${count}?` })
    }
    expect(await check(mind)).toMatchObject({
      ...fails('no_open_circuit'),
      broadcast_bus: { open_circuits: ['guest'] },
    })
    mind.clock.advance(60_000)
    expect(await check(mind)).toMatchObject({ status: 'ready', broadcast_bus: { open_circuits: [] } })
  })
})
