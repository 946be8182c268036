import { describe, expect, test } from 'vitest'
import type { OperationName } from '#ww/index.js'
import { newMemories } from '../support/memories.js'
import { isValidationError, refusal, useMinds } from '../support/minds.js'
import { validInput } from './valid-input.js'

const minds = useMinds()
const uuid = '01900000-0000-7000-8000-000000000000'
const ids = { episode: `ep-${uuid}`, procedure: `proc-${uuid}`, entities: [`ent-${uuid}`, `ent-${uuid}`] } as const

/** The contract's limits, as literals: a changed limit must change here too. */
const longest: readonly (readonly [OperationName, string, number])[] = [
  ['remember', 'text', 100_000],
  ['create_episode', 'content', 100_000],
  ['recall', 'query', 10_000],
  ['recall_episodes', 'query', 10_000],
  ['query_at_time', 'query', 10_000],
  ['get_session_id', 'session_id', 128],
  ['recall', 'session_filter', 128],
  ['create_entity', 'name', 500],
  ['create_entity', 'summary', 2_000],
  ['create_entity', 'details', 100_000],
  ['create_skill', 'name', 500],
  ['create_skill', 'trigger_pattern', 2_000],
  ['recall_skill', 'task', 10_000],
]

describe('limits', () => {
  test.each(longest)('[COM4] %s takes a %s of %i characters, and not one more', async (name, field, most) => {
    const mind = minds.open()
    const input = validInput(ids)[name]
    expect(await mind.call(name, { ...input, [field]: 'x'.repeat(most) } as never)).toEqual(expect.any(Object))
    const tooLong = { ...input, [field]: 'x'.repeat(most + 1) }
    expect(await refusal(mind, name, tooLong)).toMatchObject(isValidationError(field))
  })

  test('[COM4] characters are counted, not UTF-16 units', async () => {
    const mind = minds.open()
    const { id } = await mind.call('remember', { text: '🦉'.repeat(100_000) })
    expect((await mind.call('get_memory', { id })).content).toBe('🦉'.repeat(100_000))
    expect(await refusal(mind, 'remember', { text: '🦉'.repeat(100_001) })).toMatchObject(isValidationError('text'))
  })

  test('[COM6] a context of exactly 64 KiB is kept, one byte more is refused', async () => {
    const mind = minds.open()
    const of = (bytes: number) => ({ t: 'x'.repeat(bytes - '{"t":""}'.length) })
    const kept = await mind.call('create_episode', { content: 'Full.', context: of(65_536) })
    expect((await mind.call('get_memory', { id: kept.id })).facets.context).toEqual(of(65_536))
    expect(await refusal(mind, 'create_episode', { content: 'x', context: of(65_537) })).toMatchObject(
      isValidationError('context'),
    )
  })

  test.each(['recall', 'recall_episodes'] as const)(
    '[COM5] %s caps its limit at 100, echoes it, and skips as far as it is told',
    async (name) => {
      const mind = minds.open()
      await mind.call('remember', { text: 'The kettle is on.' })
      for (const limit of [100, 101, 1_000_000, Number.MAX_SAFE_INTEGER]) {
        expect(await mind.call(name, { query: 'kettle', limit })).toMatchObject({ limit: 100, count: 1 })
      }
      for (const offset of [1, 1_000_000, Number.MAX_SAFE_INTEGER]) {
        expect(await mind.call(name, { query: 'kettle', offset })).toMatchObject({
          offset,
          count: 0,
          total: 1,
          has_more: false,
        })
      }
    },
  )

  test('[COM5] far pages of a store too large to rank whole are empty, not an error', async () => {
    const many = await newMemories(Array.from({ length: 2_100 }, () => ({ text: 'The kettle is on.' })))
    const mind = minds.open({ dataDir: await minds.folderWith(many) })
    for (const offset of [2_100, 1_000_000_000, Number.MAX_SAFE_INTEGER]) {
      expect(await mind.call('recall', { query: 'kettle', min_relevance: 0, offset })).toMatchObject({
        count: 0,
        total: 2_100,
      })
    }
    expect(await mind.call('recall', { query: 'kettle', min_relevance: 0, offset: 2_095 })).toMatchObject({
      count: 5,
      has_more: false,
    })
  })
})
