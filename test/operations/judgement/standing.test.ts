import { describe, expect, test } from 'vitest'
import { days, minutes, newMemories, start } from '../../support/memories.js'
import { contentsOf, useMinds } from '../../support/minds.js'
import { randomEpisodes } from '../../support/random-episodes.js'
import { others, tell } from './notes.js'

const minds = useMinds()

describe('the newer truth', () => {
  const [hamburg, munich] = ['Our main office is in Hamburg.', 'We moved the main office to Munich.']

  test('[REC16] stands above what it may have replaced, which names it', async () => {
    const mind = minds.open()
    const [old, , , , , newer] = await tell(mind, [hamburg, ...others, munich])
    const { memories } = await mind.call('recall', { query: 'Where is our main office?' })
    expect(contentsOf(memories).slice(0, 2)).toEqual([munich, hamburg])
    expect(memories[1]).toMatchObject({ id: old, newer: [newer] })
    expect(memories[0]).not.toHaveProperty('newer')
  })

  test('[REC16] also within the windows of recall_episodes', async () => {
    const mind = minds.open()
    await tell(mind, [hamburg, ...others, munich])
    const { episodes } = await mind.call('recall_episodes', { query: 'Where is our main office?', limit: 5 })
    expect(contentsOf(episodes).slice(0, 2)).toEqual([munich, hamburg])
  })

  test('[REC16] [REC25] answers that two memories share tell it, where their texts do not', async () => {
    const mind = minds.open()
    const later = 'Everything went over to Munich in spring.'
    await tell(mind, [
      { text: hamburg, answers: ['Where is our main office?'] },
      ...others,
      { text: later, answers: ['Where is our main office now?'] },
    ])
    const { memories } = await mind.call('recall', { query: 'Where is our main office?' })
    expect(contentsOf(memories).slice(0, 2)).toEqual([later, hamburg])
  })

  test('[REC16] a question for the past keeps the order', async () => {
    const mind = minds.open()
    await tell(mind, [hamburg, ...others, munich])
    const { memories } = await mind.call('recall', { query: 'Where was our main office before?' })
    expect(contentsOf(memories).slice(0, 2)).toEqual([hamburg, munich])
    for (const memory of memories) expect(memory).not.toHaveProperty('newer')
  })

  test('[REC16] notes on other things replace nothing', async () => {
    const mind = minds.open()
    await tell(mind, [hamburg, ...others])
    const { memories } = await mind.call('recall', { query: 'Where is our main office?', min_relevance: 0 })
    for (const memory of memories) expect(memory).not.toHaveProperty('newer')
  })
})

describe('what is no answer', () => {
  test('[REC17] a stored question stands below every answer, however alike', async () => {
    const mind = minds.open()
    const question = 'Which port does the staging database use?'
    const answer = 'The staging database listens on port 5433.'
    await tell(mind, [answer, ...others, question])
    const { memories } = await mind.call('recall', { query: question, min_relevance: 0 })
    expect(memories[0]?.content).toBe(answer)
    expect(memories.at(-1)).toMatchObject({ content: question, said_as: 'question' })
  })

  test('[REC17] a store that only asked has nothing relevant', async () => {
    const mind = minds.open()
    await tell(mind, [...others, 'Which port does the staging database use?'])
    const asked = await mind.call('recall', { query: 'Which port does the staging database use?' })
    expect(asked.nothing_relevant).toBe(true)
  })

  test.each([
    ['We might move the backend to Rust.', 'plan'],
    ['Tom asked whether the backend is slow.', 'question'],
    ['We do not use MongoDB.', 'denial'],
    ['Priya says that the backend is slow.', 'hearsay'],
  ])('[REC18] %s is marked as %s', async (text, saidAs) => {
    const mind = minds.open()
    const [id] = await tell(mind, [text])
    expect(await mind.call('get_memory', { id: id! })).toMatchObject({ said_as: saidAs })
    const { memories } = await mind.call('recall', { query: text, min_relevance: 0 })
    expect(memories).toMatchObject([{ content: text, said_as: saidAs }])
  })

  test('[REC18] what is stated carries no mark, and stands above a plan of the same relevance', async () => {
    const mind = minds.open()
    const [plan, fact] = ['We might paint the fence green.', 'We painted the fence green.']
    await tell(mind, [plan, ...others, fact])
    const { memories } = await mind.call('recall', { query: 'What colour is the fence?' })
    expect(contentsOf(memories).slice(0, 2)).toEqual([fact, plan])
    expect(memories[0]).not.toHaveProperty('said_as')
    expect(await mind.call('get_memory', { id: memories[0]!.id })).not.toHaveProperty('said_as')
  })
})

describe('own evidence', () => {
  test('[REC15] standing next to an answer is no answer', async () => {
    const texts = [
      'Staging runs on port 8443.',
      'My AWS key lies in the safe.',
      'The deploy of staging needs a ticket.',
    ]
    const given = texts.map((text, at) => ({ text, happenedAt: start + minutes(at) }))
    const mind = minds.open({ dataDir: await minds.folderWith(await newMemories(given)) })
    const { memories } = await mind.call('recall', { query: 'staging', min_relevance: 0 })
    const key = memories.find(({ content }) => content.includes('AWS'))
    expect(key?.relevance).toBeLessThan(0.05)
    expect(memories.at(-1)).toBe(key)
  })

  test('[REC15] in a conversation the answer to a question gains by it', async () => {
    const line = (text: string, at: number) => ({ text, happenedAt: start + minutes(at) })
    const given = [line('Anna: what did the roof repair cost?', 0), line('Ben: four thousand, and worth it.', 1)]
    const alone = { text: 'Ben: four thousand, and worth it!', happenedAt: start - days(9), session: 'elsewhere' }
    const mind = minds.open({ dataDir: await minds.folderWith(await newMemories([...given, alone])) })
    const query = 'What did the roof repair cost?'
    const { memories } = await mind.call('recall', { query, min_relevance: 0, explain: true })
    const partsOf = (text: string) =>
      memories.find(({ content }) => content === text)?.explanation?.parts.map(({ name }) => name)
    expect(partsOf(given[1]!.text)).toContain('answer')
    expect(partsOf(alone.text)).not.toContain('answer')
  })
})

describe('relevance', () => {
  test.each(['Which port does the staging database use?', 'staging port', 'Who watered the roses?'])(
    '[REC19] means the same in stores of 3 and 300: %s',
    async (query) => {
      const text = 'The staging database listens on port 5433.'
      const relevanceAmong = async (count: number) => {
        const rest = randomEpisodes(count - 1, 23).map(({ text }, at) => ({ text, happenedAt: start - days(at + 1) }))
        const mind = minds.open({ dataDir: await minds.folderWith(await newMemories([{ text }, ...rest])) })
        const { memories } = await mind.call('recall', { query, min_relevance: 0, limit: 100 })
        return memories.find(({ content }) => content === text)?.relevance ?? 0
      }
      const [few, many] = [await relevanceAmong(3), await relevanceAmong(300)]
      expect(Math.abs(few - many)).toBeLessThanOrEqual(0.1)
    },
  )

  test('[REC20] recall leaves out what has none, counts it, and returns it when asked', async () => {
    const mind = minds.open()
    const text = 'The staging database listens on port 5433.'
    await tell(mind, [...others, text])
    const query = 'Which port does the staging database use?'
    const found = await mind.call('recall', { query })
    expect(found).toMatchObject({ count: 1, total: 1, has_more: false, left_out: 4, memories: [{ content: text }] })
    const all = await mind.call('recall', { query, min_relevance: 0 })
    expect(all).toMatchObject({ count: 5, total: 5 })
    expect(all).not.toHaveProperty('left_out')
    expect(all.memories.slice(1).every(({ relevance }) => relevance < 0.05)).toBe(true)
    const strict = await mind.call('recall', { query, min_relevance: 1 })
    expect(strict).toMatchObject({ count: 0, total: 0 })
    expect(strict).not.toHaveProperty('left_out')
  })

  test('[REC20] [EPI3] an old failure on the topic comes before sixty fresh successes off it', async () => {
    const text = 'The deploy to staging failed because the certificate had expired.'
    const failure = { text, happenedAt: start - days(200), facets: { outcome: 'failure' }, importance: 0.1 }
    const successes = Array.from({ length: 60 }, (_, at) => ({
      text: `Watered the ${['roses', 'tomatoes', 'lemons', 'herbs'][at % 4]} in row ${at} of the garden.`,
      happenedAt: start - minutes(at * 60),
      facets: { outcome: 'success' },
      importance: 0.9,
    }))
    const mind = minds.open({ dataDir: await minds.folderWith(await newMemories([failure, ...successes])) })
    const query = 'Why did the deploy to staging fail?'
    const { episodes, total } = await mind.call('recall_episodes', { query, limit: 5 })
    expect(episodes[0]?.content).toBe(text)
    expect([episodes.length, total]).toEqual([5, 61])
  })
})
