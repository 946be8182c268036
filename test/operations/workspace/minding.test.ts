import { beforeEach, describe, expect, test } from 'vitest'
import { allRows } from '../../support/database.js'
import { idOf } from '../../support/memories.js'
import { type Mind, useMinds } from '../../support/minds.js'

const minds = useMinds()
let mind: Mind
beforeEach(() => {
  mind = minds.open()
})

const goals = async () =>
  (
    (await mind.call('gwt_inspect', { target: 'goals' })) as unknown as {
      goals: { goal_id: string; description: string; priority: number }[]
    }
  ).goals

describe('gwt_set_goal', () => {
  test('[GWT5] up to five are active, the oldest retires', async () => {
    for (const number of [1, 2, 3, 4, 5, 6]) await mind.call('gwt_set_goal', { description: `goal ${number}` })
    expect((await goals()).map(({ description }) => description)).toEqual([2, 3, 4, 5, 6].map((each) => `goal ${each}`))
  })

  test('[GWT5] answers with the contract’s keys', async () => {
    expect(await mind.call('gwt_set_goal', { description: 'Ship it', keywords: ['billing'], priority: 2 })).toEqual({
      goal_id: expect.stringMatching(/^goal-/),
      description: 'Ship it',
      priority: 2,
      status: 'active',
      keywords: ['billing'],
    })
  })

  test.each([0.09, 2.01, -1, 0])('[GWT5] a priority of %d is refused, and no goal is set', async (priority) => {
    expect(await mind.call('gwt_set_goal', { description: 'x', priority })).toEqual({
      error: 'priority must be between 0.1 and 2.0',
    })
    expect(await goals()).toEqual([])
  })

  test.each([0.1, 2])('[GWT5] a priority of %d is taken', async (priority) => {
    expect(await mind.call('gwt_set_goal', { description: 'x', priority })).toMatchObject({ priority })
  })

  test('[GWT1] a blank description is refused', async () => {
    expect(await mind.call('gwt_set_goal', { description: ' ' })).toEqual({ error: 'description must not be blank' })
  })
})

describe('gwt_query', () => {
  test('[GWT2] filters apply before the top k, so k is k', async () => {
    for (let number = 0; number < 30; number++) await mind.call('create_episode', { content: `Lamp number ${number}` })
    const notes = []
    for (let number = 0; number < 4; number++) {
      notes.push((await mind.call('gwt_store', { content: `A note on the lamp ${number}`, memory_type: 'working' })).id)
    }
    const { results } = await mind.call('gwt_query', { query: 'lamp number', k: 4, memory_type: 'working' })
    expect(results.map(({ id }) => id).sort()).toEqual([...notes].sort())
    expect((await mind.call('gwt_query', { query: 'lamp number', k: 7 })).results).toHaveLength(7)
  })

  test('[GWT2] a result has the contract’s keys, its content byte for byte', async () => {
    const content = 'Zeile eins\r\n\tZeile zwei — ünïcode 🚢'
    const { id } = await mind.call('gwt_store', { content, memory_type: 'episodic', tags: ['a'] })
    const { results } = await mind.call('gwt_query', { query: 'Zeile' })
    expect(results).toEqual([
      {
        id,
        content,
        memory_type: 'episodic',
        activation_state: 'preconscious',
        activation_level: 0.5,
        linked_ids: [],
        tags: ['a', 'scope:global', expect.stringMatching(/^namespace:/)],
        admitted: false,
        relevance: expect.any(Number),
      },
    ])
  })

  test('[ACT2] [GWT2] being found is an access', async () => {
    const { id } = await mind.call('create_episode', { content: 'The ferry leaves at noon.' })
    await mind.call('gwt_query', { query: 'ferry' })
    await mind.close()
    mind = minds.open({ dataDir: mind.dataDir, clock: mind.clock })
    expect((await mind.call('get_memory', { id })).last_accessed).toBeDefined()
  })

  test('[COM14] [GWT2] long memories give way to their best passage, and say so', async () => {
    const filler = 'We talked about nothing. '.repeat(800)
    for (const name of ['Ann', 'Bob', 'Cid']) {
      await mind.call('gwt_store', { content: `${filler}${name} sails the ferry. ${filler}` })
    }
    const { results } = await mind.call('gwt_query', { query: 'Who sails the ferry?', k: 3, max_tokens: 1_000 })
    expect(JSON.stringify(results).length).toBeLessThan(4_000)
    expect(results).toHaveLength(3)
    for (const { content, truncated } of results) {
      expect(truncated).toBe(true)
      expect(content).toContain('sails the ferry')
    }
    const { results: usual } = await mind.call('gwt_query', { query: 'Who sails the ferry?', k: 3 })
    expect(JSON.stringify(usual).length).toBeLessThan(80_000)
  })

  test('[GWT2] admit brings what is found to mind, durably; without it nothing moves', async () => {
    const { id } = await mind.call('create_episode', { content: 'The ferry leaves at noon.' })
    const look = () => mind.call('gwt_inspect', {})
    const before = await look()
    await mind.call('gwt_query', { query: 'ferry' })
    expect(await look()).toEqual(before)
    const { results } = await mind.call('gwt_query', { query: 'ferry', admit: true })
    expect(results).toMatchObject([{ id, admitted: true, activation_state: 'conscious' }])
    expect(await look()).toMatchObject({
      status: 'ok',
      used: 1,
      slots: expect.arrayContaining([expect.objectContaining({ id })]),
    })
  })

  test.each([
    [{ query: ' ' }, 'query must not be blank'],
    [{ query: 'x', k: 0 }, 'k must be at least 1'],
    [{ query: 'x', memory_type: 'x' }, 'memory_type must be one of: episodic, semantic, procedural, working'],
  ])('[GWT1] %j is refused', async (input, error) => {
    expect(await mind.call('gwt_query', input as never)).toMatchObject({ error })
  })

  test('[WSP1] lessons count as procedural', async () => {
    const { id } = await mind.call('remember', { text: 'Always mind the gap.', kind: 'lesson' })
    const { results } = await mind.call('gwt_query', { query: 'mind the gap', memory_type: 'procedural' })
    expect(results).toMatchObject([{ id, memory_type: 'procedural', activation_state: 'long_term' }])
  })
})

describe('gwt_evict', () => {
  test('[GWT16] sends an occupant to the buffer', async () => {
    const { id } = await mind.call('create_episode', { content: 'The ferry leaves at noon.' })
    await mind.call('gwt_query', { query: 'ferry', admit: true })
    expect(await mind.call('gwt_evict', { item_id: id })).toEqual({
      status: 'ok',
      id,
      activation_state: 'preconscious',
    })
    expect(await mind.call('gwt_inspect', {})).toMatchObject({ used: 0 })
    expect(await mind.call('gwt_evict', { item_id: id })).toEqual({
      status: 'not_found',
      id,
      activation_state: 'preconscious',
    })
  })
})

describe('gwt_evict of an id without its prefix', () => {
  test('[COM1] [GWT16] names the memory that is in mind, in a slot or at the edge of attention', async () => {
    const { id } = await mind.call('gwt_store', { content: 'The ferry leaves at noon.' })
    await mind.call('gwt_query', { query: 'ferry', admit: true })
    const item_id = id.replace('ent-', '')
    const outside = { id, activation_state: 'preconscious' }
    expect(await mind.call('gwt_evict', { item_id })).toEqual({ status: 'ok', ...outside })
    expect(await mind.call('gwt_evict', { item_id })).toEqual({ status: 'not_found', ...outside })
  })
})

describe('gwt_link', () => {
  test('[GWT16] links memories of any kind, once', async () => {
    const { id } = await mind.call('create_episode', { content: 'The ferry leaves at noon.' })
    const note = await mind.call('gwt_store', { content: 'Buy a ticket', memory_type: 'working' })
    const ends = { source_id: id, target_id: note.id }
    for (let count = 0; count < 2; count++) {
      expect(await mind.call('gwt_link', ends)).toEqual({ status: 'ok', ...ends })
    }
    const { results } = await mind.call('gwt_query', { query: 'ferry', k: 1 })
    expect(results).toMatchObject([{ id, linked_ids: [note.id] }])
  })

  test('[COM3] [GWT2] [GWT16] a link to what the caller does not see is not told', async () => {
    const mine = { session_id: 'mine' }
    const [a, b] = await Promise.all([
      mind.call('gwt_store', { content: 'The ferry leaves at noon.', ...mine }),
      mind.call('gwt_store', { content: 'The captain is ill.', session_id: 'secret' }),
    ])
    await mind.call('gwt_link', { source_id: a.id, target_id: b.id })
    const seenBy = async (scope: { session_id?: string }) => {
      const { results } = await mind.call('gwt_query', { query: 'ferry', admit: true, ...scope })
      const inspected = await mind.call('gwt_inspect', scope)
      const [found] = results.filter(({ id }) => id === a.id)
      return { linked: found!.linked_ids, isTold: JSON.stringify(inspected).includes(b.id) }
    }
    expect(await seenBy(mine)).toEqual({ linked: [], isTold: false })
    expect(await seenBy({})).toEqual({ linked: [b.id], isTold: true })
  })

  test('[COM14] of a hub a hundred links are listed, and all are counted', async () => {
    const { id } = await mind.call('create_episode', { content: 'The ferry leaves at noon.' })
    const lines = Array.from({ length: 130 }, (_, number) =>
      JSON.stringify({ content: `Trip ${number}`, linked_ids: [id] }),
    )
    await mind.call('gwt_import_memory', { jsonl: lines.join('\n') })
    const { results } = await mind.call('gwt_query', { query: 'The ferry leaves at noon.', k: 1 })
    expect(results).toMatchObject([{ id, link_count: 130 }])
    expect(results[0]!.linked_ids).toHaveLength(100)
  })

  test('[GWT16] a missing or the same memory is not linked', async () => {
    const { id } = await mind.call('create_episode', { content: 'The ferry leaves at noon.' })
    expect(await mind.call('gwt_link', { source_id: id, target_id: idOf(9) })).toMatchObject({ status: 'not_found' })
    expect(await mind.call('gwt_link', { source_id: id, target_id: id })).toMatchObject({ status: 'invalid' })
    expect((await mind.call('gwt_query', { query: 'ferry' })).results[0]!.linked_ids).toEqual([])
  })
})

describe('gwt_inspect', () => {
  test('[GWT16] shows every slot, also the empty ones', async () => {
    const seen = (await mind.call('gwt_inspect', {})) as unknown as { slots: unknown[] }
    expect(seen).toMatchObject({ target: 'workspace', status: 'empty', capacity: 7, used: 0 })
    expect(seen.slots).toEqual([1, 2, 3, 4, 5, 6, 7].map((slot) => ({ slot, id: null })))
  })

  test('[COM14] [GWT16] what is long is cut, and it says so', async () => {
    for (const name of ['Ann', 'Bob', 'Cid']) {
      await mind.call('gwt_store', { content: `${name} sails. ${'And sails. '.repeat(9_000)}` })
    }
    const answer = await mind.call('gwt_inspect', { target: 'buffer' })
    expect(JSON.stringify(answer).length).toBeLessThan(80_000)
    expect(answer).toMatchObject({ truncated: true, used: 3 })
  })

  test('[GWT16] an unknown target is answered with those there are', async () => {
    expect(await mind.call('gwt_inspect', { target: 'soul' as never })).toEqual({
      error: 'target must be one of: workspace, buffer, goals, stats, broadcast_bus',
      supported_targets: ['workspace', 'buffer', 'goals', 'stats', 'broadcast_bus'],
    })
  })
})

describe('all projects', () => {
  test.each([
    ['gwt_broadcast', {}],
    ['gwt_reset', { scope: 'workspace', confirm: 'RESET_WORKSPACE' }],
    ['gwt_query', { query: 'lamp', admit: true }],
    ['gwt_import_memory', { jsonl: '{"content": "A rug."}', admit: true }],
    ['gwt_restore_memory', { jsonl: '{"content": "A rug."}', admit: true }],
  ] as const)(
    '[COM13] [GWT1] have no mind of their own: %s refuses "*" before it touches anything',
    async (tool, input) => {
      await mind.call('gwt_store', { content: 'The lamp is bright.' })
      const before = allRows(mind.dataDir)
      expect(await mind.call(tool, { ...input, project: '*' } as never)).toEqual({
        error: 'project "*" is for reading; name the project to write into',
      })
      expect(allRows(mind.dataDir)).toEqual(before)
    },
  )
})
