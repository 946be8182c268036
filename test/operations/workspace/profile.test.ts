import { statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { databaseIn } from '../../support/database.js'
import { exported, linesOf, tellStory } from '../../support/keeping.js'
import { useMinds } from '../../support/minds.js'

const minds = useMinds()

const tally = (values: readonly unknown[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1
  return counts
}

describe('gwt_memory_profile', () => {
  test('[GWT16] answers exactly the contract’s keys, each with its real number', async () => {
    const mind = minds.open({ retirement: { minAgeDays: 90, maxRetrievability: 0.2, maxImportance: 0.3 } })
    // What is there when the process first looks is what it restores.
    expect(await mind.call('gwt_memory_profile', {})).toMatchObject({ restored_runtime_items: 0 })
    await tellStory(mind)
    await mind.call('gwt_set_goal', { description: 'Light the hall' })
    await mind.call('gwt_broadcast', {})
    const lines = linesOf(await exported(mind))
    const profile = await mind.call('gwt_memory_profile', {})
    const { used, buffer_used, ...cycle } = profile.cycle_stats
    expect({ ...profile, cycle_stats: cycle }).toEqual({
      status: 'ok',
      namespace: { scope: 'global', name: expect.any(String), data_dir: mind.dataDir },
      data_dir: mind.dataDir,
      embedding: { model: expect.stringMatching(/static-en-256/), dimensions: 256 },
      persisted_item_count: lines.length,
      runtime_index_count: lines.length,
      structured_record_count: 2,
      structured_fields: [
        { name: 'price', count: 2, numeric_count: 2 },
        { name: 'product', count: 2, numeric_count: 0 },
        { name: 'region', count: 2, numeric_count: 0 },
      ],
      counts_by_type: tally(lines.map(({ memory_type }) => memory_type)),
      counts_by_source: tally(lines.map(({ source }) => source)),
      file_sizes: expect.objectContaining({ 'world-weaver.db': statSync(databaseIn(mind.dataDir)).size }),
      restored_runtime_items: 0,
      cycle_stats: {
        cycle: 1,
        goal_count: 1,
        capacity: 7,
        buffer_capacity: 50,
        last_broadcast_at: '2026-01-05T13:06:00Z',
      },
      retention_policy: { retires: true, min_age_days: 90, max_retrievability: 0.2, max_importance: 0.3 },
    })
    const states = tally(linesOf(await exported(mind)).map(({ activation_state }) => activation_state))
    expect({ used, buffer_used }).toEqual({ used: states.conscious, buffer_used: states.preconscious ?? 0 })

    const count = lines.length
    await mind.close()
    const again = await minds.open({ dataDir: mind.dataDir }).call('gwt_memory_profile', {})
    expect(again).toMatchObject({
      restored_runtime_items: count,
      runtime_index_count: count,
      structured_record_count: 2,
      cycle_stats: profile.cycle_stats,
      retention_policy: { retires: false, min_age_days: null, max_retrievability: null, max_importance: null },
    })
  })

  test('[GWT16] of an empty memory, every type is there, with none', async () => {
    expect(await minds.open().call('gwt_memory_profile', {})).toMatchObject({
      status: 'empty',
      persisted_item_count: 0,
      counts_by_type: { episodic: 0, semantic: 0, procedural: 0, working: 0 },
      counts_by_source: {},
      structured_fields: [],
      cycle_stats: { cycle: 0, used: 0, last_broadcast_at: null },
    })
  })

  test('[COM3] counts nothing that the caller does not see', async () => {
    const mind = minds.open()
    await tellStory(mind)
    expect(await mind.call('gwt_memory_profile', { session_id: 'other' })).toMatchObject({
      persisted_item_count: 1,
      counts_by_type: { episodic: 1, semantic: 0, procedural: 0, working: 0 },
      counts_by_source: { memory: 1 },
      structured_record_count: 0,
      structured_fields: [],
    })
  })
})
