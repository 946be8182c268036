import { beforeAll, describe, expect, test } from 'vitest'
import { newMemories, start } from '../support/memories.js'
import { type Mind, refusal, useMinds } from '../support/minds.js'
import { randomEpisodes, randomQuestions } from '../support/random-episodes.js'

const [episodeCount, seed] = [2_600, 11]
const question = randomQuestions(1, 3)[0]!

describe('pages', () => {
  const minds = useMinds()
  const episodes = randomEpisodes(episodeCount, seed)
  let mind: Mind
  beforeAll(async () => {
    // Ties in T_ref: the last hundred all happened at once.
    const tied = episodes.map((each, index) => (index < episodeCount - 100 ? each : { ...each, happenedAt: start }))
    mind = minds.open({ dataDir: await minds.folderWith(await newMemories(tied)) })
  })

  interface Listed {
    readonly id: string
    readonly timestamp: string
    readonly relevance: number
  }

  const recall = async (offset: number, limit: number) => {
    const { memories, ...page } = await mind.call('recall', { query: question, offset, limit, min_relevance: 0 })
    return { page, listed: memories }
  }
  const recallEpisodes = async (offset: number, limit: number) => {
    const { episodes: found, ...page } = await mind.call('recall_episodes', { query: question, offset, limit })
    const listed = found.map(({ id, timestamp, components }) => ({ id, timestamp, relevance: components.semantic }))
    return { page, listed }
  }

  async function walk(ask: typeof recall | typeof recallEpisodes, limit: number): Promise<Listed[]> {
    const all: Listed[] = []
    for (;;) {
      const { page, listed } = await ask(all.length, limit)
      expect(page).toMatchObject({ total: episodeCount, offset: all.length, limit, count: listed.length })
      all.push(...listed)
      expect(page.has_more).toBe(all.length < episodeCount)
      if (!page.has_more) return all
    }
  }

  for (const [name, ask] of Object.entries({ recall, recall_episodes: recallEpisodes })) {
    describe(name, () => {
      let all: Listed[]
      beforeAll(async () => {
        all = await walk(ask, 100)
      })

      test('[REC7] pages neither overlap nor skip, to the last memory of more than 2,000', () => {
        expect(new Set(all.map(({ id }) => id)).size).toBe(episodeCount)
        expect(all.length).toBe(episodeCount)
      })

      test('[REC7] behind the ranked come the rest, by T_ref descending, then id, with relevance 0', () => {
        const ranked = all.findLastIndex(({ relevance }) => relevance > 0) + 1
        expect(ranked).toBeGreaterThan(200)
        // What ranks so low that it rounds to 0 stands before the rest, so the rest is looked for from the end.
        const precedes = (a: Listed, b: Listed) =>
          a.timestamp > b.timestamp || (a.timestamp === b.timestamp && a.id < b.id)
        let first = all.length - 1
        while (first > 0 && precedes(all[first - 1]!, all[first]!)) first--
        expect(episodeCount - first).toBeGreaterThan(500)
        expect(first).toBeGreaterThanOrEqual(ranked)
        expect(all.slice(first).every(({ relevance }) => relevance === 0)).toBe(true)
      })

      test('[REC7] the candidates depend on neither limit nor offset', async () => {
        for (const [offset, limit] of [
          // With fewer than ten the windows are smaller (EPI3).
          [0, 17],
          [93, 14],
          [995, 10],
          [episodeCount - 3, 50],
        ] as const) {
          const { listed } = await ask(offset, limit)
          expect(listed.map(({ id }) => id)).toEqual(all.slice(offset, offset + limit).map(({ id }) => id))
        }
      })

      test('[COM9] past the end there is nothing, and no more', async () => {
        const { page, listed } = await ask(episodeCount, 10)
        expect(listed).toEqual([])
        expect(page).toMatchObject({ total: episodeCount, count: 0, has_more: false })
      })
    })
  }

  test('[COM9] [REC13] recall is in the order of relevance, but for what may have replaced another', async () => {
    const { memories } = await mind.call('recall', { query: question, min_relevance: 0, limit: 100 })
    const moved = new Set(memories.flatMap(({ newer = [] }) => newer))
    const listed = memories.filter(({ id }) => !moved.has(id)).map(({ relevance }) => relevance)
    expect(listed.length).toBeGreaterThan(50)
    expect(listed).toEqual([...listed].sort((a, b) => b - a))
  })

  test('[COM9] ties break by id', async () => {
    const tied = minds.open()
    const ids: string[] = []
    for (let i = 0; i < 25; i++) {
      tied.clock.advance(3_600_000)
      const timestamp = '2026-01-01'
      ids.push(
        (await tied.call('remember', { text: 'The same words again.', kind: 'note', session_id: `s${i}`, timestamp }))
          .id,
      )
    }
    const asked = async (offset: number) =>
      (await tied.call('recall', { query: 'same words', offset, limit: 10 })).memories.map(({ id }) => id)
    expect([...(await asked(0)), ...(await asked(10)), ...(await asked(20))]).toEqual(ids.sort())
  })

  test('[EPI2] filters apply before any cut: the rare match of a large store is found', async () => {
    const [rare] = episodes
    const session = rare!.session
    const { total, episodes: found } = await mind.call('recall_episodes', { query: question, session_filter: session })
    expect(total).toBe(episodes.filter((each) => each.session === session).length)
    expect(found.length).toBe(Math.min(10, total))
  })

  test('[REC14] total is exact under every filter', async () => {
    const [from, to] = [start - 100 * 86_400_000, start - 40 * 86_400_000]
    const within = episodes.slice(0, -100).filter(({ happenedAt }) => happenedAt >= from && happenedAt <= to).length
    const range = { time_start: new Date(from).toISOString(), time_end: new Date(to).toISOString() }
    expect((await mind.call('recall', { query: question, min_relevance: 0, ...range })).total).toBe(within)
    expect((await mind.call('recall', { query: question, kinds: ['note'] })).total).toBe(0)
    expect((await mind.call('recall', { query: question, tags: ['never'] })).total).toBe(0)
  })

  test('[REC14] min_relevance counts the candidates and says that there were more', async () => {
    const ask = { query: question, min_relevance: 0.2, limit: 100 }
    const { total, total_is_lower_bound, memories, has_more } = await mind.call('recall', ask)
    expect(total).toBeGreaterThan(0)
    expect(memories.every(({ relevance }) => relevance >= 0.2)).toBe(true)
    expect(total_is_lower_bound).toBe(true)
    expect(memories.length).toBe(Math.min(100, total))
    expect(has_more).toBe(total > 100)
    const episodesToo = await mind.call('recall_episodes', ask)
    expect(episodesToo).toMatchObject({ total, total_is_lower_bound: true })
  })

  test('[REC14] without min_relevance, or when all were looked at, no total is a lower bound', async () => {
    expect(await mind.call('recall', { query: question })).not.toHaveProperty('total_is_lower_bound')
    const session_filter = episodes[0]!.session
    const { total_is_lower_bound } = await mind.call('recall', { query: question, session_filter, min_relevance: 0.5 })
    expect(total_is_lower_bound).toBeUndefined()
    expect(await refusal(mind, 'recall', { query: question, min_relevance: 2 })).toMatchObject({
      field: 'min_relevance',
    })
  })
})
