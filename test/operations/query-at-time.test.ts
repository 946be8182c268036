import { beforeAll, describe, expect, test } from 'vitest'
import { aNewMemory, days, idOf, newMemories, start } from '../support/memories.js'
import { contentsOf, idsOf, isValidationError, type Mind, refusal, useMinds } from '../support/minds.js'

const at = (moment: number) => new Date(moment).toISOString()
const query = 'where is the archive kept?'

describe('query_at_time', () => {
  const minds = useMinds()
  let mind: Mind
  const known = async (point: number, more: object = {}) =>
    mind.call('query_at_time', { query, point_in_time: at(point), ...more })

  beforeAll(async () => {
    mind = minds.open()
    await mind.call('create_episode', { content: 'The archive is kept in the attic.' })
    mind.clock.set(start + days(10))
    await mind.call('create_episode', { content: 'The archive is kept in the basement now.' })
    // Told late: it happened before either, but nobody knew.
    await mind.call('create_episode', {
      content: 'The archive was kept in the barn.',
      timestamp: at(start - days(100)),
    })
    mind.clock.set(start + days(50))
  })

  test('[EPI5] knows what was ingested by then, to the millisecond', async () => {
    const contents = async (point: number) => contentsOf((await known(point)).episodes).length
    expect(await contents(start - 1)).toBe(0)
    expect(await contents(start)).toBe(1)
    expect(await contents(start + days(10) - 1)).toBe(1)
    expect(await contents(start + days(10))).toBe(3)
  })

  test('[EPI5] ingestion decides, not when it happened', async () => {
    const { episodes } = await known(start + days(5))
    expect(contentsOf(episodes)).toEqual(['The archive is kept in the attic.'])
  })

  test('[EPI5] the count is that of the episodes, and the query and point are echoed', async () => {
    const answer = await known(start + days(20), { limit: 2 })
    expect(answer).toMatchObject({ query, count: 2, point_in_time: at(start + days(20)).replace('.000', '') })
    expect(answer.episodes.length).toBe(2)
    expect(answer).not.toHaveProperty('entities')
  })

  test('[EPI5] score = 0.7·semantic + 0.3·recency at the point', async () => {
    const point = start + days(20)
    const { episodes } = await known(point)
    mind.clock.set(point)
    const relevance = new Map((await mind.call('recall', { query })).memories.map((each) => [each.id, each.relevance]))
    mind.clock.set(start + days(50))
    for (const { id, score, timestamp } of episodes) {
      const recency = Math.exp((-0.1 * (point - Date.parse(timestamp))) / days(1))
      expect(score).toBeCloseTo(0.7 * relevance.get(id)! + 0.3 * recency, 3)
    }
    expect(episodes.map(({ score }) => score)).toEqual(episodes.map(({ score }) => score).sort((a, b) => b - a))
  })

  test('[EPI5] a later change does not show: neither valence nor the strength it brings', async () => {
    const point = start + days(20)
    const before = await known(point)
    for (const { id } of before.episodes) await mind.call('mark_important', { episode_id: id, new_valence: 1 })
    expect(await known(point)).toEqual(before)
    expect(await known(start + days(51))).toMatchObject({ count: 3 })
  })

  test('[EPI5] what was hidden, retired or closed later is still known then', async () => {
    const dataDir = await minds.folderWith(
      await newMemories([
        { id: idOf(1), text: 'The archive is in the mill.' },
        { id: idOf(2), text: 'The archive has two keys.' },
      ]),
    )
    const store = minds.openStore(dataDir)
    await store.commit({
      at: start + days(3),
      change: [
        { id: idOf(1), version: 1, state: 'hidden' },
        { id: idOf(2), version: 1, validTo: start + days(3) },
      ],
    })
    const later = minds.open({ dataDir })
    const ids = async (point: number) =>
      idsOf((await later.call('query_at_time', { query, point_in_time: at(point) })).episodes).sort()
    expect(await ids(start + days(2))).toEqual([idOf(1), idOf(2)])
    expect(await ids(start + days(3))).toEqual([])
    expect((await later.call('recall', { query })).total).toBe(0)
  })

  test('[EPI5] include adds entities and procedures, by the version valid then', async () => {
    const text = 'The archive is kept by the town.'
    const added = [
      await aNewMemory({ id: idOf(1), text }),
      await aNewMemory({ id: idOf(2, 'entity'), kind: 'entity', text, validTo: start + days(2) }),
      await aNewMemory({ id: idOf(3, 'entity'), kind: 'entity', text, validFrom: start + days(2) }),
      await aNewMemory({ id: idOf(4, 'procedure'), kind: 'procedure', text }),
    ]
    const versions = minds.open({ dataDir: await minds.folderWith(added) })
    const ask = { query, include: ['episodes', 'entities', 'procedures'] as const }
    const ids = async (point: number) => {
      const all = { ...ask, include: [...ask.include], point_in_time: at(point) }
      const { episodes, entities, procedures, count } = await versions.call('query_at_time', all)
      expect(count).toBe(episodes.length + entities!.length + procedures!.length)
      return [idsOf(episodes), idsOf(entities!), idsOf(procedures!)]
    }
    expect(await ids(start + days(1))).toEqual([[idOf(1)], [idOf(2, 'entity')], [idOf(4, 'procedure')]])
    expect(await ids(start + days(2))).toEqual([[idOf(1)], [idOf(3, 'entity')], [idOf(4, 'procedure')]])
    const only = { query, include: ['entities' as const], point_in_time: at(start + days(1)) }
    expect(await versions.call('query_at_time', only)).toMatchObject({ count: 1, episodes: [] })
  })

  test('[EPI5] a point in time is required', async () => {
    expect(await refusal(mind, 'query_at_time', { query })).toMatchObject(isValidationError('point_in_time'))
    expect(await refusal(mind, 'query_at_time', { query, point_in_time: null })).toMatchObject(
      isValidationError('point_in_time'),
    )
  })
})
