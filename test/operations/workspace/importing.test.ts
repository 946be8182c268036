import { describe, expect, test } from 'vitest'
import type { InputOf } from '#ww/index.js'
import { ask, exported, linesOf, tellStory, toJsonl } from '../../support/keeping.js'
import { idOf } from '../../support/memories.js'
import { useMinds } from '../../support/minds.js'

const minds = useMinds()

describe('gwt_import_memory', () => {
  test('[GWT14] answers exactly the contract’s keys; bad lines are listed by number and the rest go in', async () => {
    const mind = minds.open()
    const jsonl = toJsonl([
      { content: 'The boiler is in the cellar.' },
      'not JSON',
      '',
      { content: null },
      { content: 'The  boiler is in the cellar. ' },
      { content: 'Sweep twice.', memory_type: 'procedural' },
      { content: 'x', memory_type: 'fuzzy' },
      { content: 'x', session_id: 'not a session' },
    ])
    const answer = await mind.call('gwt_import_memory', { jsonl })
    expect(answer).toEqual({
      status: 'partial',
      imported_count: 2,
      imported_ids: [expect.stringMatching(/^ent-/), expect.stringMatching(/^proc-/)],
      updated_count: 0,
      error_count: 4,
      errors: [
        { line: 2, error: 'is not JSON' },
        { line: 4, error: expect.stringMatching(/^content /) },
        { line: 7, error: expect.stringMatching(/^memory_type /) },
        { line: 8, error: expect.stringMatching(/^session_id /) },
      ],
      admit: false,
      dedupe: true,
      skipped_duplicate_count: 1,
      skipped_duplicates: [{ line: 5, id: answer.imported_ids[0] }],
      unconnected_count: 0,
    })
    expect(linesOf(await exported(mind)).map(({ content }) => content)).toEqual([
      'The boiler is in the cellar.',
      'Sweep twice.',
    ])
  })

  test('[GWT14] lines without one get the default type and the tags; texts stay byte for byte', async () => {
    const mind = minds.open()
    const content = '  e\u0301 👩‍👩‍👧‍👦 \r\n\ttab  '
    const jsonl = `${toJsonl([
      { content, tags: ['a', 'b'] },
      { content: 'Told.', memory_type: 'episodic' },
    ])}\r\n`
    const input = { jsonl, default_memory_type: 'working', tags: ['b', 'c'] } satisfies InputOf<'gwt_import_memory'>
    expect(await mind.call('gwt_import_memory', input)).toMatchObject({ status: 'imported', imported_count: 2 })
    expect(linesOf(await exported(mind))).toMatchObject([
      { content, memory_type: 'working', tags: ['a', 'b', 'c'] },
      { content: 'Told.', memory_type: 'episodic', tags: ['b', 'c'] },
    ])
    // The tags count: with the same it is the same, without them it is not.
    expect(await mind.call('gwt_import_memory', input)).toMatchObject({ imported_count: 0, skipped_duplicate_count: 2 })
    expect(await mind.call('gwt_import_memory', { ...input, tags: [] })).toMatchObject({ imported_count: 2 })
  })

  test('[GWT14] without dedupe, lines without an id are taken again; those with one are not', async () => {
    const mind = minds.open()
    const lines = [{ content: 'Told.' }, { content: 'Told.' }, { id: idOf(1, 'entity'), content: 'With an id.' }]
    const input = { jsonl: toJsonl(lines), dedupe: false }
    const first = await mind.call('gwt_import_memory', input)
    expect(first).toMatchObject({ status: 'imported', imported_count: 3, skipped_duplicate_count: 0, dedupe: false })
    const second = await mind.call('gwt_import_memory', input)
    expect(second).toMatchObject({ imported_count: 2, skipped_duplicates: [{ line: 3, id: idOf(1, 'entity') }] })
    expect(new Set([...first.imported_ids, ...second.imported_ids]).size).toBe(5)
    // They are told now: with dedupe they are known.
    expect(await mind.call('gwt_import_memory', { jsonl: input.jsonl })).toMatchObject({ imported_count: 0 })
  })

  test('[GWT14] two versions of one memory in one payload, the older first', async () => {
    const mind = minds.open()
    await tellStory(mind)
    const changed = linesOf(await exported(mind, { memory_type: 'episodic', tag: 'billing' }))[0]!
    const older = { ...changed, version: 1, versions: [] }
    const fresh = minds.open()
    const answer = await ask(fresh, 'gwt_import_memory', { jsonl: toJsonl([older, changed]) })
    expect(answer).toMatchObject({ status: 'imported', imported_count: 1, updated_count: 1, error_count: 0 })
    expect(linesOf(await exported(fresh))).toMatchObject([{ importance: changed.importance, version: 2 }])
  })

  test('[WSP2] [WSP7] admit brings what came in, and still holds, to free slots and then to the buffer', async () => {
    const mind = minds.open()
    const lines = Array.from({ length: 9 }, (_, number) => ({ id: idOf(number), content: `Number ${number}.` }))
    const closed = { id: idOf(20), content: 'No longer.', valid_to: '2026-01-01T00:00:00Z', valid_from: '2025-01-01' }
    const answer = await mind.call('gwt_import_memory', { jsonl: toJsonl([closed, ...lines]), admit: true })
    expect(answer).toMatchObject({ imported_count: 10, admit: true })
    const states = linesOf(await exported(mind)).map(({ activation_state }) => activation_state)
    expect(states).toEqual(['long_term', ...Array(7).fill('conscious'), 'preconscious', 'preconscious'])
    await mind.close()
    const again = minds.open({ dataDir: mind.dataDir })
    const ids = linesOf(await exported(again)).map(({ id }) => id as string)
    const shown = await Promise.all(ids.map((id) => again.call('get_memory', { id })))
    const isAccessed = shown.map(({ last_accessed }) => last_accessed !== undefined)
    expect(isAccessed).toEqual([false, ...Array(7).fill(true), false, false])
  })

  test('[WSP2] without admit nothing comes to mind', async () => {
    const mind = minds.open()
    await mind.call('gwt_import_memory', { jsonl: '{"content": "Told."}' })
    expect(await mind.call('gwt_inspect', { target: 'buffer' })).toMatchObject({ status: 'empty' })
    expect(await mind.call('gwt_inspect', {})).toMatchObject({ used: 0 })
  })

  test('[WSP1] a fact that says no name gets one that is free, its text as details, and keeps its provenance', async () => {
    const mind = minds.open()
    await mind.call('gwt_store', { content: 'The kettle boils. Here first.' })
    await mind.call('gwt_store', { content: 'The kettle boils. Elsewhere.', session_id: 'other' })
    const content = (end: string) => `The kettle boils. ${end}`
    const jsonl = toJsonl([
      { content: content('one'), provenance: 'user_provided' },
      { content: content('two') },
      { content: content('no longer'), valid_to: '2026-01-01T00:00:00Z', valid_from: '2025-01-01' },
      { content: content('another session'), session_id: 'third' },
      { content: 'Sweep.', memory_type: 'procedural', tags: ['domain:writing'] },
    ])
    expect(await mind.call('gwt_import_memory', { jsonl })).toMatchObject({ status: 'imported', imported_count: 5 })
    const lines = linesOf(await exported(mind)).slice(2)
    expect(lines.map(({ facets }) => (facets as { name: string }).name)).toEqual([
      'The kettle boils (2)',
      'The kettle boils (3)',
      'The kettle boils',
      'The kettle boils',
      'Sweep',
    ])
    expect(lines[0]).toMatchObject({
      content: content('one'),
      summary: content('one'),
      provenance: 'user_provided',
      facets: { details: content('one'), key: 'FACT the kettle boils (2)', entity_type: 'FACT' },
    })
    expect(lines[1]).toMatchObject({ provenance: null })
    expect(lines[4]).toMatchObject({ facets: { domain: 'writing', steps: [] } })
    expect(lines[4]).not.toHaveProperty('provenance')
  })

  test('[WSP1] hundreds of facts of one name, also when they come in parts', async () => {
    const mind = minds.open()
    const facts = Array.from({ length: 600 }, (_, number) => ({ content: `Note: number ${number}` }))
    await mind.call('gwt_import_memory', { jsonl: toJsonl(facts.slice(0, 300)) })
    await mind.call('gwt_import_memory', { jsonl: toJsonl(facts) })
    const names = linesOf(await exported(mind)).map(({ facets }) => (facets as { name: string }).name)
    expect(names).toEqual(facts.map((_, number) => (number === 0 ? 'Note' : `Note (${number + 1})`)))
  })

  test('[GWT1] a payload with nothing good in it is partial; a blank one is refused', async () => {
    const mind = minds.open()
    expect(await mind.call('gwt_import_memory', { jsonl: '[]\n5' })).toMatchObject({
      status: 'partial',
      imported_count: 0,
      error_count: 2,
    })
    expect(await ask(mind, 'gwt_import_memory', { jsonl: ' \n' })).toEqual({ error: 'jsonl must not be blank' })
    expect(await ask(mind, 'gwt_import_memory', { jsonl: '{}', default_memory_type: 'fuzzy' })).toEqual({
      error: expect.stringMatching(/^default_memory_type /),
      supported_memory_types: ['episodic', 'semantic', 'procedural', 'working'],
    })
  })

  test('[COM3] a line of a session that the caller does not see is bad', async () => {
    const mind = minds.open()
    const jsonl = toJsonl([{ content: 'Mine.' }, { content: 'Theirs.', session_id: 'theirs' }])
    const answer = await mind.call('gwt_import_memory', { jsonl, session_id: 'mine' })
    expect(answer).toMatchObject({ status: 'partial', imported_count: 1, errors: [{ line: 2 }] })
  })
})
