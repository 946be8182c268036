import { beforeAll, describe, expect, test } from 'vitest'
import { idPrefixes, toShortId } from '#ww/memory/ids.js'
import { kinds } from '#ww/memory/memory.js'
import { idOf } from '../support/memories.js'
import { isValidationError, type Mind, refusal, useMinds } from '../support/minds.js'

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('ids', () => {
  const minds = useMinds()
  let mind: Mind
  let episode: string

  beforeAll(async () => {
    mind = minds.open()
    episode = (await mind.call('create_episode', { content: 'The gate was painted green.' })).id
  })

  test.each(kinds)('[COM1] the id of a new %s is its prefix and a UUIDv7', async (kind) => {
    const { id } = await mind.call('remember', { text: `A ${kind} about the gate.`, kind })
    expect(id.startsWith(idPrefixes[kind])).toBe(true)
    expect(id.slice(idPrefixes[kind].length)).toMatch(uuidV7)
  })

  test('[COM1] the prefixes are those of the contract', () => {
    expect(idPrefixes).toEqual({ episode: 'ep-', entity: 'ent-', procedure: 'proc-', note: 'note-', lesson: 'lsn-' })
  })

  test('[COM1] input may leave the prefix off', async () => {
    const bare = episode.slice('ep-'.length)
    expect((await mind.call('get_memory', { id: bare })).id).toBe(episode)
    expect((await mind.call('mark_important', { episode_id: bare, new_valence: 0.5 })).id).toBe(episode)
  })

  test('[COM1] the short id, which agents read, stands for a memory of any kind', async () => {
    for (const kind of kinds) {
      const { id } = await mind.call('remember', { text: `A gate as ${kind}.`, kind })
      const short = toShortId(id)
      expect(short).toMatch(/^[\w-]{22}$/)
      expect((await mind.call('get_memory', { id: short })).id).toBe(id)
    }
    const short = toShortId(episode)
    expect((await mind.call('mark_important', { episode_id: short, new_valence: 0.5 })).id).toBe(episode)
    const corrected = await mind.call('correct', { id: short, text: 'The gate was painted blue.' })
    expect(corrected.old_id).toBe(episode)
    expect(await refusal(mind, 'get_memory', { id: toShortId(idOf(404)) })).toMatchObject({ error: 'not_found' })
    expect(await refusal(mind, 'get_memory', { id: short.slice(1) })).toMatchObject(isValidationError('id'))
    episode = corrected.new_id
  })

  test('[COM1] a bare UUID finds a memory of any kind', async () => {
    const { id } = await mind.call('remember', { text: 'Gates rust in salt air.', kind: 'lesson' })
    expect((await mind.call('get_memory', { id: id.slice('lsn-'.length) })).id).toBe(id)
  })

  test.each([
    '',
    'ep-',
    'ep-1234',
    'the gate',
    `ep-${idOf(1)}`,
    `${idOf(1)}0`,
    `xx-${idOf(1).slice(3)}`,
    ` ${idOf(1)}`,
  ])('[COM1] the malformed id %j is a validation_error', async (id) => {
    expect(await refusal(mind, 'get_memory', { id })).toMatchObject(isValidationError('id'))
    expect(await refusal(mind, 'mark_important', { episode_id: id })).toMatchObject(isValidationError('episode_id'))
  })

  test.each(['ent-', 'proc-', 'note-', 'lsn-'])(
    '[COM1] %s where an episode is asked is a validation_error',
    async (prefix) => {
      const wrong = prefix + episode.slice('ep-'.length)
      expect(await refusal(mind, 'mark_important', { episode_id: wrong })).toMatchObject(
        isValidationError('episode_id'),
      )
    },
  )

  test('[COM1] a well-formed unknown id is not_found', async () => {
    expect(await refusal(mind, 'get_memory', { id: idOf(404) })).toMatchObject({ error: 'not_found' })
    expect(await refusal(mind, 'get_memory', { id: idOf(404, 'note') })).toMatchObject({ error: 'not_found' })
    expect(await refusal(mind, 'get_memory', { id: idOf(404).slice(3) })).toMatchObject({ error: 'not_found' })
    expect(await refusal(mind, 'mark_important', { episode_id: idOf(404) })).toMatchObject({ error: 'not_found' })
  })
})
