import { beforeAll, describe, expect, test } from 'vitest'
import { isValidationError, type Mind, refusal, useMinds } from '../support/minds.js'

describe('numbers and choices', () => {
  const minds = useMinds()
  let mind: Mind
  beforeAll(async () => {
    mind = minds.open()
    await mind.call('remember', { text: 'The bell rings at noon.' })
  })

  const notIntegers = [1.5, true, '5', [], {}, Number.NaN, Number.POSITIVE_INFINITY, -1, 1e300]

  test.each(['recall', 'recall_episodes', 'query_at_time'] as const)(
    '[COM5] %s: limit is an integer of 1 or more',
    async (name) => {
      for (const limit of [...notIntegers, 0]) {
        const ask = { query: 'bell', limit, ...(name === 'query_at_time' ? { point_in_time: '2026-01-06' } : {}) }
        expect(await refusal(mind, name, ask)).toMatchObject(isValidationError('limit'))
      }
    },
  )

  test.each(['recall', 'recall_episodes'] as const)('[COM5] %s: offset is an integer of 0 or more', async (name) => {
    for (const offset of notIntegers) {
      expect(await refusal(mind, name, { query: 'bell', offset })).toMatchObject(isValidationError('offset'))
    }
  })

  test('[COM5] a limit over 100 is capped at 100, and the effective limit is echoed', async () => {
    for (const [limit, effective] of [
      [1, 1],
      [100, 100],
      [101, 100],
      [1_000_000, 100],
    ] as const) {
      expect((await mind.call('recall', { query: 'bell', limit })).limit).toBe(effective)
      expect((await mind.call('recall_episodes', { query: 'bell', limit })).limit).toBe(effective)
    }
    expect((await mind.call('recall', { query: 'bell' })).limit).toBe(10)
    expect((await mind.call('recall', { query: 'bell', limit: null })).limit).toBe(10)
  })

  const notUnits = [Number.NaN, Number.POSITIVE_INFINITY, -0.1, 1.1, '0.5', true, []]
  test('[COM5] numbers are finite and within their bounds', async () => {
    for (const value of notUnits) {
      const episode = { content: 'The bell rang.', valence: value }
      expect(await refusal(mind, 'create_episode', episode)).toMatchObject(isValidationError('valence'))
      const memory = { text: 'The bell rang.', importance: value }
      expect(await refusal(mind, 'remember', memory)).toMatchObject(isValidationError('importance'))
      const ask = { query: 'bell', min_relevance: value }
      expect(await refusal(mind, 'recall', ask)).toMatchObject(isValidationError('min_relevance'))
      expect(await refusal(mind, 'recall_episodes', ask)).toMatchObject(isValidationError('min_relevance'))
    }
    for (const valence of [0, 1]) {
      expect((await mind.call('create_episode', { content: 'The bell rang.', valence })).valence).toBe(valence)
    }
  })

  test('[COM5] booleans are booleans', async () => {
    for (const value of ['true', 1, 0, []]) {
      expect(await refusal(mind, 'recall', { query: 'bell', explain: value })).toMatchObject(
        isValidationError('explain'),
      )
      const stats = { include_detailed: value }
      expect(await refusal(mind, 'memory_stats', stats)).toMatchObject(isValidationError('include_detailed'))
    }
  })

  test.each(['Success', 'SUCCESS', ' success', 'ok', 1])(
    '[COM5] the outcome %j is refused with the allowed values',
    async (outcome) => {
      const error = await refusal(mind, 'create_episode', { content: 'The bell rang.', outcome })
      expect(error).toMatchObject(isValidationError('outcome'))
      for (const allowed of ['success', 'failure', 'partial', 'neutral']) expect(error.message).toContain(allowed)
    },
  )

  test('[COM5] a kind is case-sensitive, and the error lists the kinds', async () => {
    const error = await refusal(mind, 'remember', { text: 'The bell rang.', kind: 'Note' })
    expect(error).toMatchObject(isValidationError('kind'))
    for (const kind of ['episode', 'entity', 'procedure', 'note', 'lesson']) expect(error.message).toContain(kind)
    const { error: code, field } = await refusal(mind, 'recall', { query: 'bell', kinds: ['note', 'Episode'] })
    expect([code, field]).toEqual(['validation_error', 'kinds.1'])
    expect(await refusal(mind, 'recall', { query: 'bell', kinds: [] })).toMatchObject(isValidationError('kinds'))
    const past = { query: 'bell', point_in_time: '2026-01-06', include: ['episode'] }
    expect((await refusal(mind, 'query_at_time', past)).message).toContain('episodes, entities, procedures')
  })

  test('[COM9] scores and components are rounded to four decimals, what is stored is not', async () => {
    const fine = 0.123456789
    const { id } = await mind.call('create_episode', { content: 'The bell rang twice.', valence: fine })
    const { episodes } = await mind.call('recall_episodes', { query: 'bell rang twice' })
    expect(episodes.find((each) => each.id === id)?.components.importance).toBe(0.1235)
    for (const value of episodes.flatMap(({ score, components }) => [score, ...Object.values(components)])) {
      expect(Number(value.toFixed(4))).toBe(value)
    }
    expect((await mind.call('get_memory', { id })).importance).toBe(fine)
    await mind.call('mark_important', { episode_id: id })
    expect((await mind.call('get_memory', { id })).importance).toBeCloseTo(fine + 0.2, 9)
  })
})
