import { beforeAll, describe, expect, test } from 'vitest'
import { retrievability } from '#ww/memory/activation/forgetting.js'
import type { Strength } from '#ww/memory/memory.js'
import { anEdge, days, hours, newMemories, start } from '../support/memories.js'
import { idsOf, type Mind, useMinds } from '../support/minds.js'
import { randomEpisodes, randomQuestions } from '../support/random-episodes.js'

describe('uses', () => {
  const minds = useMinds()

  /** Closing writes what was noted; opening again reads it. */
  const reopened = async (mind: Mind): Promise<Mind> => {
    await mind.close()
    return minds.open({ dataDir: mind.dataDir, clock: mind.clock })
  }
  const strengthOf = async (mind: Mind, id: string): Promise<Strength> => {
    const [memory] = await minds.openStore(mind.dataDir).get([id])
    return memory!.strength
  }
  const onTopic = { query: 'Which colour did Anna choose for the kitchen wall?' }

  async function aKitchen(): Promise<{ mind: Mind; ids: string[] }> {
    const mind = minds.open()
    const ids: string[] = []
    for (const text of [
      'Anna chose a warm yellow colour for the kitchen wall.',
      'Anna: the kitchen wall gets its yellow colour on Friday.',
      'The kitchen wall needs two coats of the colour Anna chose.',
      'Anna asked which colour the kitchen wall had before.',
      'Ben repaired the bicycle chain.',
    ]) {
      mind.clock.advance(60_000)
      ids.push((await mind.call('remember', { text })).id)
    }
    return { mind, ids }
  }

  test('[ACT1] a fresh memory is 1.0, and 0.9 when as many days have passed as it is stable', async () => {
    const mind = minds.open()
    for (const valence of [0, 0.5, 1]) {
      mind.clock.set(start)
      const { id, retrievability: fresh } = await mind.call('create_episode', { content: 'A wall.', valence })
      expect(fresh).toBe(1)
      mind.clock.advance(days(0.5 + valence))
      expect((await mind.call('get_memory', { id })).retrievability).toBeCloseTo(0.9, 4)
      mind.clock.advance(days(30))
      expect((await mind.call('get_memory', { id })).retrievability).toBeLessThan(0.8)
    }
  })

  test('[ACT1] important events fade more slowly', async () => {
    const mind = minds.open()
    const ids: string[] = []
    for (const valence of [0, 0.3, 0.6, 1])
      ids.push((await mind.call('create_episode', { content: 'A wall.', valence })).id)
    mind.clock.advance(days(10))
    const left = await Promise.all(ids.map(async (id) => (await mind.call('get_memory', { id })).retrievability))
    expect(left).toEqual([...left].sort((a, b) => a - b))
    expect(new Set(left).size).toBe(4)
  })

  test('[ACT2] the first three, if relevant, are a use that counts; the others are looked at only', async () => {
    const { mind, ids } = await aKitchen()
    mind.clock.set(start + days(3))
    const { memories } = await mind.call('recall', onTopic)
    const good = memories.slice(0, 3).filter(({ relevance }) => relevance >= 0.5)
    expect(good.length).toBe(3)
    const again = await reopened(mind)
    expect(memories.length).toBe(4)
    for (const id of ids) {
      const strength = await strengthOf(again, id)
      const isGood = idsOf(good).includes(id)
      const isReturned = idsOf(memories).includes(id)
      expect(strength.reviewedAt === start + days(3)).toBe(isGood)
      expect(strength.stability > 1).toBe(isGood)
      expect(strength).toMatchObject({ uses: isGood ? 2 : 1, accessedAt: isReturned ? start + days(3) : null })
    }
  })

  test('[ACT2] what is returned on the second page is looked at only', async () => {
    const { mind } = await aKitchen()
    mind.clock.set(start + days(3))
    const { memories } = await mind.call('recall', { ...onTopic, offset: 3, limit: 3 })
    const again = await reopened(mind)
    for (const { id } of memories) expect((await strengthOf(again, id)).reviewedAt).toBeLessThan(start + days(1))
  })

  test('[ACT2] off topic, nothing counts', async () => {
    const { mind, ids } = await aKitchen()
    mind.clock.set(start + days(3))
    const query = 'quarterly turnover of the submarine division'
    expect(await mind.call('recall', { query, min_relevance: 0 })).toMatchObject({ count: 5, nothing_relevant: true })
    const again = await reopened(mind)
    for (const id of ids) expect(await strengthOf(again, id)).toMatchObject({ stability: 1, uses: 1 })
  })

  test('[ACT2] at most once a day per memory', async () => {
    const { mind } = await aKitchen()
    const id = (await mind.call('recall', onTopic)).memories[0]!.id
    mind.clock.set(start + days(3))
    for (let repeat = 0; repeat < 5; repeat++) await mind.call('recall', onTopic)
    let again = await reopened(mind)
    const first = await strengthOf(again, id)
    again.clock.advance(hours(20))
    await again.call('recall', onTopic)
    again = await reopened(again)
    const sameDay = await strengthOf(again, id)
    expect(sameDay).toMatchObject({ stability: first.stability, reviewedAt: start + days(3), uses: first.uses })
    again.clock.advance(hours(5))
    await again.call('recall', onTopic)
    again = await reopened(again)
    expect((await strengthOf(again, id)).stability).toBeGreaterThan(first.stability)
  })

  test('[ACT2] mark_important that raises makes it easier to keep; one that does not, does not', async () => {
    const mind = minds.open()
    const { id } = await mind.call('create_episode', { content: 'The wall fell.', valence: 0.5 })
    mind.clock.advance(days(2))
    await mind.call('mark_important', { episode_id: id, new_valence: 0.2 })
    await mind.call('mark_important', { episode_id: id, new_valence: 0.2 })
    let again = await reopened(mind)
    expect(await strengthOf(again, id)).toMatchObject({ stability: 1, uses: 1, reviewedAt: start })
    await again.call('mark_important', { episode_id: id })
    again = await reopened(again)
    const raised = await strengthOf(again, id)
    expect(raised).toMatchObject({ uses: 2, reviewedAt: start + days(2) })
    expect(raised.stability).toBeGreaterThan(3)
    const { retrievability: shown } = await again.call('get_memory', { id })
    expect(shown).toBeCloseTo(retrievability(raised, start + days(2)), 4)
  })

  test('[EPI4] recall is a use; query_at_time and get_memory are not', async () => {
    const { mind, ids } = await aKitchen()
    mind.clock.set(start + days(3))
    for (let repeat = 0; repeat < 3; repeat++) {
      await mind.call('query_at_time', { ...onTopic, point_in_time: new Date(start + days(2)).toISOString() })
      for (const id of ids) await mind.call('get_memory', { id })
      await mind.call('memory_stats', {})
    }
    let again = await reopened(mind)
    for (const id of ids) expect(await strengthOf(again, id)).toMatchObject({ uses: 1, stability: 1, accessedAt: null })
    await again.call('recall_episodes', onTopic)
    again = await reopened(again)
    for (const id of ids) expect((await strengthOf(again, id)).accessedAt).toBe(start + days(3))
    expect((await again.call('get_memory', { id: ids[0]! })).last_accessed).toBe('2026-01-08T09:00:00Z')
  })

  test('[ACT5] what one recall counts as used together, and shares an edge already, is tied more closely', async () => {
    const { mind, ids } = await aKitchen()
    const store = minds.openStore(mind.dataDir)
    const topTwo = { ...onTopic, limit: 2 }
    const [first, second] = idsOf((await mind.call('recall', topTwo)).memories)
    const far = ids.at(-1)
    await store.commit({
      at: start,
      connect: [
        anEdge({ source: first!, target: second!, weight: 0.5 }),
        anEdge({ source: first!, target: far!, weight: 0.5 }),
      ],
    })
    mind.clock.set(start + days(3))
    await mind.call('recall', topTwo)
    await mind.close()
    const edges = await store.neighbours(ids)
    expect(edges.length).toBe(2)
    const edge = (target: string | undefined) => edges.find((each) => each.target === target)
    expect(edge(second)).toMatchObject({ coactivations: 2, coactivatedAt: start + days(3) })
    expect(edge(second)?.weight).toBeCloseTo(0.595, 6)
    expect(edge(far)).toMatchObject({ weight: 0.5, coactivations: 0 })
  })

  describe('a question repeated hundreds of times', () => {
    const [repeated, ...others] = randomQuestions(13, 5)
    let before: string[][]
    let mind: Mind
    const topTens = () =>
      Promise.all(others.map(async (query) => idsOf((await mind.call('recall_episodes', { query })).episodes)))

    beforeAll(async () => {
      mind = minds.open({ dataDir: await minds.folderWith(await newMemories(randomEpisodes(150, 5))) })
      before = await topTens()
    })

    test('[ACT2] changes no other question’s top ten', async () => {
      for (let repeat = 0; repeat < 300; repeat++) {
        mind.clock.advance(hours(1) / 10)
        await mind.call(repeat % 2 === 0 ? 'recall_episodes' : 'recall', { query: repeated! })
      }
      mind = await reopened(mind)
      mind.clock.set(start)
      expect(await topTens()).toEqual(before)
    })
  })
})
