import { beforeAll, describe, expect, test } from 'vitest'
import { rowCounts } from '../../support/database.js'
import { idOf } from '../../support/memories.js'
import { type Mind, useMinds } from '../../support/minds.js'

describe('gwt_store', () => {
  const minds = useMinds()
  let mind: Mind
  beforeAll(() => {
    mind = minds.open()
  })

  test('[GWT1] answers the contract’s keys; what is kept is a fact unless told, at the edge of attention', async () => {
    const answer = await mind.call('gwt_store', { content: 'The boiler is in the cellar. It is old.', tags: ['house'] })
    expect(answer).toEqual({
      id: expect.stringMatching(/^ent-/),
      memory_type: 'semantic',
      activation_state: 'preconscious',
      linked_to: [],
      tags: ['house', 'scope:global', expect.stringMatching(/^namespace:/)],
      status: 'stored',
    })
    expect(await mind.call('get_memory', { id: answer.id })).toMatchObject({
      kind: 'entity',
      content: 'The boiler is in the cellar. It is old.',
      source: 'workspace',
      facets: {
        name: 'The boiler is in the cellar',
        entity_type: 'FACT',
        details: 'The boiler is in the cellar. It is old.',
      },
    })
    expect(await mind.call('gwt_inspect', { target: 'buffer' })).toMatchObject({ items: [{ id: answer.id }] })
  })

  test.each([
    ['episodic', 'ep', 'recall_episodes', 'episodes'],
    ['semantic', 'ent', 'semantic_recall', 'entities'],
    ['procedural', 'proc', 'recall_skill', 'procedures'],
  ] as const)('[WSP1] what is kept as %s is found by the memory door', async (memory_type, prefix, tool, list) => {
    const content = `How the ${memory_type} zeppelin lands: slowly.`
    const { id } = await mind.call('gwt_store', { content, memory_type })
    expect(id).toMatch(new RegExp(`^${prefix}-`))
    const asked = `${memory_type} zeppelin`
    const input = tool === 'recall_skill' ? { task: asked } : { query: asked }
    const found = (await mind.call(tool, input as never)) as Record<string, unknown>
    expect(found[list]).toMatchObject(expect.arrayContaining([expect.objectContaining({ id })]))
  })

  test('[WSP1] working is a note; a procedure has no steps and was never run, its domain is that of its tag', async () => {
    const note = await mind.call('gwt_store', { content: 'Call Bob', memory_type: 'working' })
    expect(note.id).toMatch(/^note-/)
    const plain = await mind.call('gwt_store', { content: 'Sweep, then wipe.', memory_type: 'procedural' })
    const tagged = await mind.call('gwt_store', {
      content: 'Wipe, then sweep.',
      memory_type: 'procedural',
      tags: ['domain:writing'],
    })
    expect((await mind.call('get_memory', { id: plain.id })).facets).toMatchObject({ domain: 'coding', steps: [] })
    expect((await mind.call('get_memory', { id: tagged.id })).facets).toMatchObject({ domain: 'writing' })
  })

  test('[WSP1] facts of one name are told apart by a number', async () => {
    const names = []
    for (const end of ['one', 'two', 'three']) {
      const { id } = await mind.call('gwt_store', { content: `The kettle boils. ${end}` })
      names.push((await mind.call('get_memory', { id })).facets.name)
    }
    expect(names).toEqual(['The kettle boils', 'The kettle boils (2)', 'The kettle boils (3)'])
  })

  test('[WSP1] so are those that are kept at the same moment', async () => {
    const stored = await Promise.all(
      Array.from({ length: 12 }, (_, number) => mind.call('gwt_store', { content: `The race is on: ${number}` })),
    )
    const facets = await Promise.all(stored.map(async ({ id }) => (await mind.call('get_memory', { id })).facets))
    expect(new Set(facets.map(({ name }) => name)).size).toBe(12)
  })

  test('[WSP1] links are made with it', async () => {
    const first = await mind.call('gwt_store', { content: 'A dog', memory_type: 'working' })
    const other = await mind.call('create_episode', { content: 'We met a cat' })
    const { id, linked_to } = await mind.call('gwt_store', {
      content: 'A leash',
      link_to: [first.id, other.id, first.id],
    })
    expect(linked_to).toEqual([first.id, other.id])
    const { results } = await mind.call('gwt_query', { query: 'leash', k: 1 })
    expect(results[0]).toMatchObject({ id, linked_ids: expect.arrayContaining([first.id, other.id]) })
    const single = await mind.call('gwt_store', { content: 'A collar', link_to: id })
    expect(single.linked_to).toEqual([id])
  })

  test.each([
    ['blank content', { content: '  ' }, /content must not be blank/],
    ['no content', {}, /content is required/],
    ['an unknown type', { content: 'x', memory_type: 'dream' }, /memory_type must be one of/],
    ['an unknown link', { content: 'x', link_to: idOf(77) }, /not found/],
    ['one unknown link among others', { content: 'x', link_to: [idOf(77)] }, /not found/],
    ['a link that is no id', { content: 'x', link_to: 'the dog' }, /link_to must be a memory id such as/],
    ['one such link among others', { content: 'x', link_to: [idOf(77), 'the dog'] }, /link_to must be a memory id/],
    ['a link that is no text', { content: 'x', link_to: 7 }, /link_to must be a string or a list/],
    ['an unknown parameter', { content: 'x', kind: 'note' }, /kind is not a parameter/],
  ])('[GWT1] %s is refused in a sentence, as an answer, and leaves no trace', async (_, input, sentence) => {
    const before = rowCounts(mind.dataDir)
    const answer = await mind.call('gwt_store', input as never)
    expect(answer).toMatchObject({ error: expect.stringMatching(sentence) })
    expect(rowCounts(mind.dataDir)).toEqual(before)
  })

  test('[GWT1] an unknown type is answered with the ones there are', async () => {
    expect(await mind.call('gwt_store', { content: 'x', memory_type: 'dream' as never })).toEqual({
      error: 'memory_type must be one of: episodic, semantic, procedural, working',
      supported_memory_types: ['episodic', 'semantic', 'procedural', 'working'],
    })
  })
})
