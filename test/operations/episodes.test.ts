import { beforeAll, describe, expect, test } from 'vitest'
import { outcomes } from '#ww/memory/memory.js'
import { aNewMemory, days, idOf, newMemories, start } from '../support/memories.js'
import { contentsOf, idsOf, isValidationError, type Mind, refusal, useMinds } from '../support/minds.js'

describe('create_episode', () => {
  const minds = useMinds()
  let mind: Mind
  beforeAll(() => {
    mind = minds.open()
  })

  test('[EPI1] every key of the context is kept', async () => {
    const context = JSON.parse(
      '{"project":"algorithms","file":"search.py","tool":null,"cwd":"/home/u","nested":{"list":[1,"two",{"three":true}]},"":"blank","__proto__":{"x":1},"constructor":"c","日本":"東京"}',
    )
    const { id } = await mind.call('create_episode', { content: 'Searched by halves.', context })
    const { facets } = await mind.call('get_memory', { id })
    expect(JSON.stringify(facets.context)).toBe(JSON.stringify(context))
    await mind.call('mark_important', { episode_id: id })
    expect(JSON.stringify((await mind.call('get_memory', { id })).facets.context)).toBe(JSON.stringify(context))
  })

  test('[EPI1] a context may be left out or null', async () => {
    for (const input of [{ content: 'No context.' }, { content: 'No context.', context: null }]) {
      const { id } = await mind.call('create_episode', input)
      expect((await mind.call('get_memory', { id })).facets).not.toHaveProperty('context')
    }
  })

  test('[EPI1] timestamp is when it happened; without it, now; T_sys is always the clock’s', async () => {
    const moved = { content: 'The piano was tuned.', timestamp: '2020-02-02T02:02:02Z' }
    const { id, timestamp } = await mind.call('create_episode', moved)
    expect(timestamp).toBe(moved.timestamp)
    expect(await mind.call('get_memory', { id })).toMatchObject({
      timestamp: moved.timestamp,
      recorded_at: new Date(start).toISOString().replace('.000', ''),
    })
    const now = await mind.call('create_episode', { content: 'The piano was tuned.' })
    expect(Date.parse(now.timestamp)).toBe(start)
  })

  test('[EPI1] tags are kept, and recall filters by all of them', async () => {
    const tags = ['music', 'home', 'Ünïcode tag']
    const { id } = await mind.call('create_episode', { content: 'The cello was tuned.', tags })
    expect((await mind.call('get_memory', { id })).tags).toEqual(tags)
    const tagged = async (wanted: string[]) =>
      idsOf((await mind.call('recall', { query: 'tuned', tags: wanted })).memories)
    expect(await tagged(['music', 'home'])).toEqual([id])
    expect(await tagged(['music', 'work'])).toEqual([])
    const many = Array.from({ length: 101 }, (_, i) => `t${i}`)
    expect(await refusal(mind, 'create_episode', { content: 'x', tags: many })).toMatchObject(isValidationError('tags'))
  })

  test('[EPI1] the defaults are neutral and 0.5, left out or null', async () => {
    for (const more of [{}, { outcome: null, valence: null, tags: null, timestamp: null }]) {
      const episode = await mind.call('create_episode', { content: 'Nothing special.', ...more })
      expect(episode).toMatchObject({ outcome: 'neutral', valence: 0.5, retrievability: 1 })
    }
  })
})

describe('recall_episodes', () => {
  const minds = useMinds()

  test.each(outcomes)('[ACT6] %s has its weight, recency is exp(−0.1·days), importance is valence', async (outcome) => {
    const mind = minds.open()
    const weights = { success: 1, partial: 0.83, neutral: 0.83, failure: 0.67 }
    const timestamp = new Date(start - days(7)).toISOString()
    await mind.call('create_episode', { content: 'The harvest.', outcome, valence: 0.25, timestamp })
    const [episode] = (await mind.call('recall_episodes', { query: 'harvest' })).episodes
    expect(episode).toMatchObject({ outcome, kind: 'episode' })
    expect(episode?.components).toMatchObject({ outcome: weights[outcome], importance: 0.25, recency: 0.4966 })
  })

  test('[ACT6] what lies ahead counts as now', async () => {
    const mind = minds.open()
    await mind.call('create_episode', { content: 'The harvest.', timestamp: new Date(start + days(7)).toISOString() })
    expect((await mind.call('recall_episodes', { query: 'harvest' })).episodes[0]?.components.recency).toBe(1)
  })

  test('[COM12] the score is the formula of its components', async () => {
    const mind = minds.open()
    for (const outcome of outcomes) {
      const timestamp = new Date(start - days(outcome.length)).toISOString()
      await mind.call('create_episode', { content: `The harvest was a ${outcome}.`, outcome, valence: 0.8, timestamp })
    }
    const { episodes } = await mind.call('recall_episodes', { query: 'how was the harvest' })
    expect(episodes.length).toBe(4)
    for (const { score, components } of episodes) {
      const { semantic, recency, outcome, importance } = components
      expect(score).toBeCloseTo(0.4 * semantic + 0.25 * recency + 0.2 * outcome + 0.15 * importance, 3)
    }
  })

  test('[EPI2] semantic is the relevance that recall shows', async () => {
    const mind = minds.open()
    for (const content of ['The harvest was early.', 'The barn burnt down.', 'We sold the tractor.']) {
      await mind.call('create_episode', { content })
    }
    const query = 'when was the harvest'
    const { memories } = await mind.call('recall', { query, min_relevance: 0 })
    const relevance = new Map(memories.map((each) => [each.id, each.relevance]))
    const { episodes } = await mind.call('recall_episodes', { query })
    for (const { id, components } of episodes) expect(components.semantic).toBe(relevance.get(id))
  })

  test('[EPI2] a duplicate hidden by consolidation does not appear', async () => {
    const texts = { text: 'The harvest was early.' }
    const dataDir = await minds.folderWith(
      await newMemories([
        { ...texts, id: idOf(1) },
        { ...texts, id: idOf(2), state: 'hidden' },
        { ...texts, id: idOf(3), state: 'retired' },
      ]),
    )
    const mind = minds.open({ dataDir })
    const { episodes, total } = await mind.call('recall_episodes', { query: 'early harvest' })
    expect([idsOf(episodes), total]).toEqual([[idOf(1)], 1])
  })

  test('[EPI2] kinds are episodes unless others are asked for', async () => {
    const mind = minds.open()
    await mind.call('create_episode', { content: 'The harvest began.' })
    await mind.call('remember', { text: 'Harvest in dry weather.', kind: 'lesson' })
    await mind.call('remember', { text: 'Harvest notes.', kind: 'note' })
    const found = async (more: { kinds?: ('episode' | 'lesson')[] }) =>
      (await mind.call('recall_episodes', { query: 'harvest', ...more })).episodes.map(({ kind }) => kind).sort()
    expect(await found({})).toEqual(['episode'])
    expect(await found({ kinds: ['lesson', 'episode'] })).toEqual(['episode', 'lesson'])
  })

  test('[EPI3] among 200 fresh off-topic successes the old answer is still returned', async () => {
    const fresh = Array.from({ length: 200 }, (_, i) => ({
      text: `Sprint ${i}: the build turned green and the release went out without a hitch.`,
      happenedAt: start - i * 60_000,
      facets: { outcome: 'success' },
      importance: 1,
    }))
    const old = {
      id: idOf(77_777),
      text: 'Grandmother’s recipe: plum cake needs cinnamon and a hot oven.',
      importance: 0.1,
    }
    const added = [...fresh, { ...old, happenedAt: start - days(400), facets: { outcome: 'failure' } }]
    const mind = minds.open({ dataDir: await minds.folderWith(await newMemories(added)) })
    const { episodes } = await mind.call('recall_episodes', { query: 'what does grandmother put into her plum cake?' })
    expect(idsOf(episodes)).toContain(old.id)
    expect((await mind.call('recall', { query: 'plum cake recipe' })).memories[0]?.id).toBe(old.id)
  })

  test('[EPI3] relevance decides what is in each window of ten, the formula its order', async () => {
    const texts = Array.from(
      { length: 35 },
      (_, i) => `Harvest ${i}: ${'apples '.repeat(i % 7)}and ${i % 3 ? 'pears' : 'wheat'}.`,
    )
    const outcomeOf = (i: number) => outcomes[i % 4]!
    const mind = minds.open({
      dataDir: await minds.folderWith(
        await Promise.all(
          texts.map((text, i) =>
            aNewMemory({
              text,
              happenedAt: start - days(i * 3),
              importance: (i % 10) / 10,
              facets: { outcome: outcomeOf(i) },
            }),
          ),
        ),
      ),
    })
    const query = 'apples of the harvest'
    const { episodes } = await mind.call('recall_episodes', { query, limit: 100 })
    const { memories } = await mind.call('recall', { query, limit: 100 })
    for (let from = 0; from < texts.length; from += 10) {
      const window = episodes.slice(from, from + 10)
      expect(idsOf(window).sort()).toEqual(idsOf(memories.slice(from, from + 10)).sort())
      expect(window.map(({ score }) => score)).toEqual(window.map(({ score }) => score).sort((a, b) => b - a))
    }
  })
})

describe('mark_important', () => {
  const minds = useMinds()
  let mind: Mind
  beforeAll(() => {
    mind = minds.open()
  })
  const episodeWith = async (valence: number) =>
    (await mind.call('create_episode', { content: 'The roof leaks.', valence })).id

  test.each([
    [0.5, 0.7],
    [0.1, 0.3],
    [0.9, 1],
    [1, 1],
  ])('[EPI6] null adds 0.2 to %d, clamped to 1: %d', async (valence, raised) => {
    for (const more of [{}, { new_valence: null }]) {
      const episode_id = await episodeWith(valence)
      const answer = await mind.call('mark_important', { episode_id, ...more })
      expect(answer).toEqual({ id: episode_id, valence: raised, message: `Episode marked with valence ${raised}` })
      expect((await mind.call('get_memory', { id: episode_id })).importance).toBe(raised)
    }
  })

  test.each([0, 0.3, 1])('[EPI6] a given value is taken, also a lower one: %d', async (new_valence) => {
    const episode_id = await episodeWith(0.5)
    expect((await mind.call('mark_important', { episode_id, new_valence })).valence).toBe(new_valence)
    expect((await mind.call('get_memory', { id: episode_id })).importance).toBe(new_valence)
  })

  test.each([-0.1, 1.1, Number.NaN, '0.5', true])('[EPI6] %j is a validation_error', async (new_valence) => {
    const episode_id = await episodeWith(0.5)
    expect(await refusal(mind, 'mark_important', { episode_id, new_valence })).toMatchObject(
      isValidationError('new_valence'),
    )
    expect((await mind.call('get_memory', { id: episode_id })).importance).toBe(0.5)
  })

  test('[EPI6] a value that it has already is answered alike, and opens no version', async () => {
    const episode_id = await episodeWith(1)
    for (const more of [{}, { new_valence: 1 }]) {
      const answer = await mind.call('mark_important', { episode_id, ...more })
      expect(answer).toEqual({ id: episode_id, valence: 1, message: 'Episode marked with valence 1' })
    }
    expect(await mind.call('get_memory', { id: episode_id })).toMatchObject({ importance: 1, version: 1 })
  })

  test('[EPI6] two callers at once both raise', async () => {
    const episode_id = await episodeWith(0.1)
    const other = minds.open({ dataDir: mind.dataDir })
    await Promise.all([mind, other, mind, other].map((each) => each.call('mark_important', { episode_id })))
    expect(await mind.call('get_memory', { id: episode_id })).toMatchObject({ importance: 0.9, version: 5 })
  })

  test('[EPI6] the next recall weighs it', async () => {
    const episode_id = await episodeWith(0.1)
    await mind.call('mark_important', { episode_id, new_valence: 0.95 })
    const { episodes } = await mind.call('recall_episodes', { query: 'roof leaks', limit: 100 })
    expect(episodes.find(({ id }) => id === episode_id)?.components.importance).toBe(0.95)
    expect(contentsOf(episodes)).toContain('The roof leaks.')
  })
})
