import { beforeAll, describe, expect, test } from 'vitest'
import { idsOf, isValidationError, type Mind, refusal, useMinds } from '../support/minds.js'

const odd = [
  '  two spaces before, a line end after\r\n',
  'Tab\there, bell\u0007 there, zero width\u200bspace, BOM\ufeff',
  '<script>alert("x")</script> & \'quotes\' -- ; DROP TABLE memories;',
  'e\u0301 is not é, ﬁ is not fi, Ⅳ is not IV',
  '東京で会議をしました。部署失败了。',
  'Grüße an Jürgen – naïve façade 👩‍👩‍👧‍👦🚀',
  '{"json": "inside", "path": "C:\\\\temp\\\\u0000"}',
  'const x = `$y` // \\u0000 \\ud800',
]

describe('texts', () => {
  const minds = useMinds()
  let mind: Mind
  beforeAll(() => {
    mind = minds.open()
  })

  test.each(odd)('[COM4] %j comes back byte for byte', async (text) => {
    const { id, content } = await mind.call('create_episode', { content: text })
    expect(content).toBe(text)
    expect((await mind.call('get_memory', { id })).content).toBe(text)
    const found = (await mind.call('recall', { query: text, limit: 100 })).memories.find((each) => each.id === id)
    expect(found?.content).toBe(text)
    const note = await mind.call('remember', { text, kind: 'note' })
    expect((await mind.call('get_memory', { id: note.id })).content).toBe(text)
  })

  test('[COM4] 100,000 characters are kept, whatever they are', async () => {
    for (const character of ['x', '漢', '👩']) {
      const text = character.repeat(100_000)
      const { id } = await mind.call('remember', { text })
      expect((await mind.call('get_memory', { id })).content === text).toBe(true)
    }
  })

  const bad = {
    blank: ' \n\t ',
    empty: '',
    'with a NUL': 'a\0b',
    'half a surrogate pair': 'a\ud800b',
    'a number': 7,
    null: null,
  }
  test.each(Object.entries(bad))('[COM4] a text that is %s is a validation_error with the field', async (_, value) => {
    expect(await refusal(mind, 'create_episode', { content: value })).toMatchObject(isValidationError('content'))
    expect(await refusal(mind, 'remember', { text: value })).toMatchObject(isValidationError('text'))
    expect(await refusal(mind, 'recall', { query: value })).toMatchObject(isValidationError('query'))
    expect(await refusal(mind, 'recall_episodes', { query: value })).toMatchObject(isValidationError('query'))
    const past = { query: value, point_in_time: '2026-01-01' }
    expect(await refusal(mind, 'query_at_time', past)).toMatchObject(isValidationError('query'))
    const { error, field } = await refusal(mind, 'remember', { text: 'Tagged.', tags: ['ok', value] })
    expect([error, field]).toEqual(['validation_error', 'tags.1'])
  })

  test('[COM4] over the limit is a validation_error, counted in characters', async () => {
    const long = { content: '👩'.repeat(100_001) }
    expect(await refusal(mind, 'create_episode', long)).toMatchObject(isValidationError('content'))
    expect(await refusal(mind, 'remember', { text: 'x'.repeat(100_001) })).toMatchObject(isValidationError('text'))
    expect(await refusal(mind, 'recall', { query: 'x'.repeat(10_001) })).toMatchObject(isValidationError('query'))
    expect((await mind.call('recall', { query: 'word '.repeat(2_000) })).query).toHaveLength(10_000)
  })

  test('[COM4] what was refused is not stored', async () => {
    const empty = minds.open()
    await refusal(empty, 'remember', { text: 'A secret\0' })
    await refusal(empty, 'create_episode', { content: 'A secret', outcome: 'Success' })
    expect((await empty.call('memory_stats', {})).collections.episodes).toBe(0)
    expect((await empty.call('recall', { query: 'secret' })).total).toBe(0)
  })

  test('[COM6] a context of 64 KiB of JSON is kept, a byte more is refused', async () => {
    const around = JSON.stringify({ log: '' }).length
    const context = { log: 'x'.repeat(64 * 1024 - around) }
    const { id } = await mind.call('create_episode', { content: 'A long log.', context })
    expect((await mind.call('get_memory', { id })).facets.context).toEqual(context)
    const larger = { log: `${context.log}x` }
    const error = await refusal(mind, 'create_episode', { content: 'A longer log.', context: larger })
    expect(error).toMatchObject(isValidationError('context'))
    const wide = { log: 'ä'.repeat(33_000) }
    expect(await refusal(mind, 'create_episode', { content: 'Bytes count.', context: wide })).toMatchObject(
      isValidationError('context'),
    )
  })

  test.each([{ file: 'a\0b' }, { 'a\0b': 1 }, { deep: [{ file: 'a\ud800b' }] }, { '\udfff': 1 }])(
    '[COM4] the context %j is refused',
    async (context) => {
      const error = await refusal(mind, 'create_episode', { content: 'Odd context.', context })
      expect(error).toMatchObject(isValidationError('context'))
    },
  )

  test.each([{ file: 'C:\\udata\\u0000' }, { '\\ud83d': '\\u0000' }])(
    '[COM4] the context %j is text like any other',
    async (context) => {
      const { id } = await mind.call('create_episode', { content: 'Backslashes.', context })
      expect((await mind.call('get_memory', { id })).facets.context).toEqual(context)
    },
  )

  const noContext = [[], 'text', 7, true, { at: Number.NaN }, { run: () => 1 }, { at: new Date(0) }, { at: undefined }]
  test.each(noContext.map((context) => ({ context })))('[COM4] $context is no context', async ({ context }) => {
    const error = await refusal(mind, 'create_episode', { content: 'Odd context.', context })
    expect(error).toMatchObject(isValidationError('context'))
  })

  const nested = (depth: number) => JSON.parse(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)

  test('[COM8] a context nested thousands deep is a validation_error, not an internal one', async () => {
    const error = await refusal(mind, 'create_episode', { content: 'Deep context.', context: nested(30_000) })
    expect(error).toMatchObject(isValidationError('context'))
    await mind.call('create_episode', { content: 'Deep context.', context: nested(50) })
  })

  test('[COM15] text is immutable under its id: the same text again is another memory', async () => {
    const text = 'The lamp is on the left.'
    const first = await mind.call('remember', { text })
    const second = await mind.call('remember', { text })
    expect(second.id).not.toBe(first.id)
    await mind.call('mark_important', { episode_id: first.id, new_valence: 0.9 })
    expect(await mind.call('get_memory', { id: first.id })).toMatchObject({
      content: text,
      version: 2,
      importance: 0.9,
    })
    expect(await mind.call('get_memory', { id: second.id })).toMatchObject({
      content: text,
      version: 1,
      importance: 0.5,
    })
    expect(idsOf((await mind.call('recall', { query: text })).memories.slice(0, 2)).sort()).toEqual(
      [first.id, second.id].sort(),
    )
  })

  test('[COM15] a use opens no version', async () => {
    const { id } = await mind.call('remember', { text: 'The ladder stands in the shed.' })
    await mind.call('recall', { query: 'ladder in the shed' })
    await mind.close()
    mind = minds.open({ dataDir: mind.dataDir })
    expect(await mind.call('get_memory', { id })).toMatchObject({ version: 1, last_accessed: expect.any(String) })
  })
})
