import { beforeAll, describe, expect, test } from 'vitest'
import { isValidationError, type Mind, refusal, useMinds } from '../../support/minds.js'
import { others, tell } from './notes.js'

describe('other wordings of a question', () => {
  const minds = useMinds()
  const pills = 'Dr. Okafor put me on ramipril, 5 mg every morning.'
  const query = 'Which blood pressure pills do I take?'
  const also = ['medication in the morning', 'Dr. Okafor ramipril 5 mg']
  let mind: Mind
  beforeAll(async () => {
    mind = minds.open()
    await tell(mind, [...others, pills])
  })

  test('[REC24] one of them finds what the question does not', async () => {
    const alone = await mind.call('recall', { query, min_relevance: 0.3 })
    expect(alone).toMatchObject({ memories: [], nothing_relevant: true })
    const together = await mind.call('recall', { query, also, min_relevance: 0.3 })
    expect(together).toMatchObject({ query, memories: [{ content: pills }], nothing_relevant: false })
  })

  test('[REC24] nothing relevant is stored only if it holds for all', async () => {
    const unknown = 'How tall is the Eiffel tower?'
    const asked = { query: unknown, also: ['height of a monument in Paris'] }
    expect(await mind.call('recall', asked)).toMatchObject({ nothing_relevant: true })
    expect(await mind.call('recall', { ...asked, also: [...asked.also, pills] })).toMatchObject({
      nothing_relevant: false,
    })
  })

  test('[REC24] [REC10] explain says which wording found it', async () => {
    const { memories } = await mind.call('recall', { query, also, explain: true })
    expect(memories[0]?.explanation?.wording).toBe(also[1])
    const [alone] = (await mind.call('recall', { query: pills, explain: true })).memories
    expect(alone?.explanation).not.toHaveProperty('wording')
  })

  test('[REC24] the same wording twice counts once', async () => {
    const once = await mind.call('recall', { query, also: [also[1]!] })
    expect(await mind.call('recall', { query, also: [query, also[1]!, also[1]!] })).toEqual(once)
  })

  test('[REC24] filters and limits are those of the call', async () => {
    const asked = { query, also, min_relevance: 0 }
    expect(await mind.call('recall', { ...asked, kinds: ['note'] })).toMatchObject({ total: 0 })
    expect(await mind.call('recall', { ...asked, limit: 2 })).toMatchObject({ count: 2, total: 5 })
  })

  test('[REC24] every recall takes them', async () => {
    const fact = { name: 'Ramipril', entity_type: 'FACT', summary: pills } as const
    await mind.call('create_entity', fact)
    await mind.call('remember', { text: 'Take ramipril 5 mg: with water, every morning.', kind: 'procedure' })
    const later = new Date(mind.clock.now() + 1_000).toISOString()
    const [episodes, entities, skills, then] = await Promise.all([
      mind.call('recall_episodes', { query, also }),
      mind.call('semantic_recall', { query, also }),
      mind.call('recall_skill', { task: query, also }),
      mind.call('query_at_time', { query, also, point_in_time: later }),
    ])
    expect(episodes.episodes[0]?.content).toBe(pills)
    for (const { nothing_relevant } of [episodes, entities, skills, then]) expect(nothing_relevant).toBe(false)
  })

  test('[REC24] at most five, none of them blank', async () => {
    const six = Array.from({ length: 6 }, (_, number) => `wording ${number}`)
    expect(await refusal(mind, 'recall', { query, also: six })).toMatchObject(isValidationError('also'))
    expect(await refusal(mind, 'recall', { query, also: [' '] })).toMatchObject(isValidationError('also.0'))
    expect(await mind.call('recall', { query, also: null })).toEqual(await mind.call('recall', { query }))
  })
})
