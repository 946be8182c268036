import { beforeAll, describe, expect, test } from 'vitest'
import { operations } from '#ww/operations/index.js'
import { validInput } from '../fuzz/valid-input.js'
import { idOf } from '../support/memories.js'
import { contentsOf, isValidationError, type Mind, refusal, useMinds } from '../support/minds.js'

describe('sessions', () => {
  const minds = useMinds()
  let mind: Mind
  let ofAnna: string

  beforeAll(async () => {
    mind = minds.open()
    const remember = (session_id: string, text: string) => mind.call('remember', { text, session_id })
    ofAnna = (await remember('anna', 'The cellar key hangs behind the clock.')).id
    await remember('ben', 'The cellar key lies under the mat.')
    await remember('default', 'The cellar key has a red ribbon.')
  })

  const seenBy = async (scope: { session_id?: string; session_filter?: string }) => {
    const { memories, total } = await mind.call('recall', { query: 'cellar key', ...scope })
    expect(total).toBe(memories.length)
    return contentsOf(memories).sort()
  }
  const everything = [
    'The cellar key hangs behind the clock.',
    'The cellar key has a red ribbon.',
    'The cellar key lies under the mat.',
  ]

  test.each(operations.map(({ name, door }) => [name, door] as const))(
    '[COM2] %s takes session_id and refuses a bad one',
    async (name, door) => {
      const input = validInput({
        episode: ofAnna,
        procedure: idOf(1, 'procedure'),
        entities: [idOf(1, 'entity'), idOf(2, 'entity')],
      })[name]
      for (const session_id of ['', 'a b', 'ä', 'a/b', 'x'.repeat(129), 'a\0', 7, {}]) {
        const bad = { ...input, session_id }
        // GWT1: the workspace door answers why it does nothing.
        if (door === 'workspace') {
          expect(await mind.call(name, bad as never)).toMatchObject({ error: expect.stringMatching(/^session_id /) })
        } else expect(await refusal(mind, name, bad)).toMatchObject(isValidationError('session_id'))
      }
    },
  )

  test('[COM2] a session id has 1 to 128 letters, digits, "_" or "-"', async () => {
    for (const session_id of ['a', 'x'.repeat(128), 'Run_2026-01']) {
      expect(await mind.call('get_session_id', { session_id })).toMatchObject({ session_id })
    }
  })

  test('[COM2] without one it is the configured session, else `default`', async () => {
    const configured = minds.open({ session: 'nightly' })
    expect(await configured.call('get_session_id', {})).toMatchObject({ session_id: 'nightly' })
    expect((await configured.call('remember', { text: 'It ran.' })).session_id).toBe('nightly')
    expect((await mind.call('get_session_id', {})).session_id).toBe('default')
    expect((await mind.call('get_session_id', { session_id: null })).session_id).toBe('default')
  })

  test('[COM3] a caller sees its own session', async () => {
    expect(await seenBy({ session_id: 'anna' })).toEqual(['The cellar key hangs behind the clock.'])
    expect(await seenBy({ session_id: 'nobody' })).toEqual([])
  })

  test('[COM3] session `default` sees all sessions', async () => {
    expect(await seenBy({})).toEqual(everything)
    expect(await seenBy({ session_id: 'default' })).toEqual(everything)
  })

  test('[COM3] session_filter decides when it is given', async () => {
    expect(await seenBy({ session_filter: 'ben' })).toEqual(['The cellar key lies under the mat.'])
    expect(await seenBy({ session_id: 'anna', session_filter: 'ben' })).toEqual(['The cellar key lies under the mat.'])
    expect(await seenBy({ session_filter: 'default' })).toEqual(['The cellar key has a red ribbon.'])
    expect(await refusal(mind, 'recall', { query: 'key', session_filter: 'a b' })).toMatchObject(
      isValidationError('session_filter'),
    )
  })

  test('[COM3] every read has the same scope', async () => {
    const ask = { query: 'cellar key', session_id: 'ben' }
    expect((await mind.call('recall_episodes', ask)).total).toBe(1)
    expect((await mind.call('query_at_time', { ...ask, point_in_time: '2026-02-01' })).count).toBe(1)
    expect((await mind.call('memory_stats', { session_id: 'ben' })).collections.episodes).toBe(1)
    expect((await mind.call('memory_stats', {})).collections.episodes).toBe(3)
  })

  test('[COM3] outside the scope is not_found', async () => {
    expect((await mind.call('get_memory', { id: ofAnna, session_id: 'anna' })).id).toBe(ofAnna)
    expect((await mind.call('get_memory', { id: ofAnna })).id).toBe(ofAnna)
    expect(await refusal(mind, 'get_memory', { id: ofAnna, session_id: 'ben' })).toMatchObject({ error: 'not_found' })
    const mark = { episode_id: ofAnna, session_id: 'ben', new_valence: 1 }
    expect(await refusal(mind, 'mark_important', mark)).toMatchObject({ error: 'not_found' })
    expect((await mind.call('get_memory', { id: ofAnna })).importance).toBe(0.5)
  })
})
