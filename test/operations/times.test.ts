import { beforeAll, describe, expect, test } from 'vitest'
import { contentsOf, isValidationError, type Mind, refusal, useMinds } from '../support/minds.js'

const notTimes = [
  '',
  'yesterday',
  '12',
  '2026-13-01',
  '2026-02-30',
  '2026-01-05 09:00',
  '1767603600000',
  1767603600000,
  {},
]

describe('times', () => {
  const minds = useMinds()
  let mind: Mind
  beforeAll(() => {
    mind = minds.open()
  })

  test.each([
    ['2026-01-04T09:30:00Z', '2026-01-04T09:30:00Z'],
    ['2026-01-04T09:30:00', '2026-01-04T09:30:00Z'],
    ['2026-01-04T09:30', '2026-01-04T09:30:00Z'],
    ['2026-01-04', '2026-01-04T00:00:00Z'],
    ['2026-01-04T09:30:00+02:00', '2026-01-04T07:30:00Z'],
    ['2026-01-04T09:30:00.250-01:30', '2026-01-04T11:00:00.250Z'],
  ])('[COM7] %s is taken, without a zone as UTC, and answered as %s', async (timestamp, answered) => {
    const { id, timestamp: stored } = await mind.call('create_episode', { content: 'The tide came in.', timestamp })
    expect(stored).toBe(answered)
    expect((await mind.call('get_memory', { id })).timestamp).toBe(answered)
    expect((await mind.call('remember', { text: 'The tide came in.', timestamp })).timestamp).toBe(answered)
    const { memories } = await mind.call('recall', { query: 'tide', time_start: answered, time_end: answered })
    expect(memories.map((each) => each.timestamp)).toContain(answered)
    const past = await mind.call('query_at_time', { query: 'tide', point_in_time: timestamp })
    expect(past.point_in_time).toBe(answered)
  })

  test.each(notTimes)('[COM7] %j is no time', async (value) => {
    const episode = { content: 'The tide came in.', timestamp: value }
    expect(await refusal(mind, 'create_episode', episode)).toMatchObject(isValidationError('timestamp'))
    const memory = { text: 'The tide came in.', timestamp: value }
    expect(await refusal(mind, 'remember', memory)).toMatchObject(isValidationError('timestamp'))
    for (const field of ['time_start', 'time_end']) {
      expect(await refusal(mind, 'recall', { query: 'tide', [field]: value })).toMatchObject(isValidationError(field))
      expect(await refusal(mind, 'recall_episodes', { query: 'tide', [field]: value })).toMatchObject(
        isValidationError(field),
      )
    }
    const past = { query: 'tide', point_in_time: value }
    expect(await refusal(mind, 'query_at_time', past)).toMatchObject(isValidationError('point_in_time'))
  })

  test('[COM7] a start after its end is a validation_error', async () => {
    const range = { query: 'tide', time_start: '2026-01-02', time_end: '2026-01-01' }
    expect(await refusal(mind, 'recall', range)).toMatchObject(isValidationError('time_start'))
    expect(await refusal(mind, 'recall_episodes', range)).toMatchObject(isValidationError('time_start'))
  })

  test('[COM7] the same zone decides: what is later by the clock may be earlier in time', async () => {
    const range = { query: 'tide', time_start: '2026-01-01T10:00:00+09:00', time_end: '2026-01-01T02:00:00Z' }
    expect((await mind.call('recall', range)).count).toBe(0)
  })

  test('[EPI2] a range of times is on T_ref, and both ends are inside', async () => {
    const empty = minds.open()
    for (const day of ['01', '02', '03', '04']) {
      await empty.call('create_episode', { content: `Tide table of ${day}.`, timestamp: `2026-01-${day}T12:00:00Z` })
    }
    const within = async (range: { time_start?: string; time_end?: string }) => {
      const { episodes, total } = await empty.call('recall_episodes', { query: 'tide table', ...range })
      expect(total).toBe(episodes.length)
      return contentsOf(episodes).sort()
    }
    const [second, third] = ['2026-01-02T12:00:00Z', '2026-01-03T12:00:00Z']
    expect(await within({ time_start: second, time_end: third })).toEqual(['Tide table of 02.', 'Tide table of 03.'])
    expect(await within({ time_start: third })).toEqual(['Tide table of 03.', 'Tide table of 04.'])
    expect(await within({ time_end: second })).toEqual(['Tide table of 01.', 'Tide table of 02.'])
    expect(await within({ time_start: '2026-01-02T12:00:00.001Z', time_end: '2026-01-03T11:59:59.999Z' })).toEqual([])
  })
})
