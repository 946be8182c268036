import { beforeAll, describe, expect, test } from 'vitest'
import { type Mind, useMinds } from '../support/minds.js'
import { model } from '../support/text-analysis.js'

describe('memory_stats', () => {
  const minds = useMinds()
  let mind: Mind
  beforeAll(async () => {
    mind = minds.open()
    const remember = (kind: 'entity' | 'procedure' | 'note' | 'lesson', session_id: string, project: string | null) =>
      mind.call('remember', { text: `A ${kind} of ${session_id}.`, kind, session_id, project })
    for (const session_id of ['a', 'a', 'b']) await mind.call('create_episode', { content: 'It rained.', session_id })
    await mind.call('create_episode', { content: 'It rained.', session_id: 'c', project: 'weather' })
    await remember('entity', 'a', null)
    await remember('entity', 'a', null)
    await remember('procedure', 'b', null)
    await remember('note', 'b', 'weather')
    await remember('lesson', 'a', 'farm')
  })

  test('[OPS1] the seed’s keys, whatever engine plays the roles; engine names the real one', async () => {
    const stats = await mind.call('memory_stats', {})
    expect(stats).toMatchObject({
      session_id: 'default',
      initialized: true,
      storage: { neo4j: 'connected', qdrant: 'connected', engine: expect.stringMatching(/^sqlite 3\.\d+/) },
      collections: { episodes: 4, entities: 2, procedures: 1, notes: 1, lessons: 1 },
    })
    expect(stats).not.toHaveProperty('detailed')
    expect(await mind.call('memory_stats', { include_detailed: false })).toEqual(stats)
  })

  test('[OPS1] an empty store has zeros', async () => {
    const { collections } = await minds.open().call('memory_stats', { include_detailed: true })
    expect(collections).toEqual({ episodes: 0, entities: 0, procedures: 0, notes: 0, lessons: 0 })
  })

  test('[OPS1] include_detailed adds counts per session, type and domain, index sizes, embedding, database size', async () => {
    const { detailed } = await mind.call('memory_stats', { include_detailed: true })
    expect(detailed).toMatchObject({
      sessions: { a: 5, b: 3, c: 1 },
      entity_types: { FACT: 2 },
      domains: { coding: 1 },
      edges: 0,
      vectors: { [model]: 9 },
      embedding: { model, dimensions: 256 },
    })
    expect(detailed?.terms).toBeGreaterThan(3)
    expect(detailed?.database_bytes).toBeGreaterThan(10_000)
  })

  test('[COM3] the counts are those in sight, session names included', async () => {
    const ofA = await mind.call('memory_stats', { session_id: 'a', include_detailed: true })
    expect(ofA.collections).toEqual({ episodes: 2, entities: 2, procedures: 0, notes: 0, lessons: 1 })
    expect(ofA.detailed?.sessions).toEqual({ a: 5 })
    expect(ofA.detailed?.domains).toEqual({})
  })

  test('[COM13] a project’s counts are its own and what belongs to none', async () => {
    const weather = await mind.call('memory_stats', { project: 'weather', include_detailed: true })
    expect(weather.project).toBe('weather')
    expect(weather.collections).toEqual({ episodes: 4, entities: 2, procedures: 1, notes: 1, lessons: 0 })
    expect(weather.detailed?.sessions).toEqual({ a: 4, b: 3, c: 1 })
    const farm = await mind.call('memory_stats', { project: 'farm', include_detailed: true })
    expect(farm.detailed?.sessions).toEqual({ a: 5, b: 2 })
  })
})
