import { beforeEach, describe, expect, test } from 'vitest'
import { fileDigests } from '../../support/database.js'
import { hours } from '../../support/memories.js'
import { type Mind, useMinds } from '../../support/minds.js'

const topics = [
  'The ferry to the island leaves at noon.',
  'The island has a lighthouse.',
  'Ferry tickets cost nine euros.',
]
const others = ['Yeast needs warm water.', 'The bread rose for two hours.', 'Flour comes from the mill.']

describe('the cycle', () => {
  const minds = useMinds()
  let mind: Mind
  beforeEach(() => {
    mind = minds.open()
  })
  const tell = async (texts: readonly string[]) => {
    const ids = []
    for (const content of texts) ids.push((await mind.call('create_episode', { content })).id)
    return ids
  }
  const occupants = async () => {
    const { slots } = (await mind.call('gwt_inspect', {})) as unknown as { slots: { id: string | null }[] }
    return slots.map(({ id }) => id)
  }

  test('[WSP3] what the memory door stored wins a slot when a goal is near to it', async () => {
    const [ferry, island] = await tell([...topics, ...others])
    await mind.call('gwt_set_goal', { description: 'Take the ferry to the island' })
    const { items, admitted, evicted, used, capacity } = await mind.call('gwt_broadcast', {})
    expect(capacity).toBe(7)
    expect(used).toBe(items.length)
    expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining([ferry, island]))
    expect(admitted).toEqual(items.map(({ id }) => id))
    expect(evicted).toEqual([])
    const byLevel = [...items].sort((a, b) => b.level - a.level)
    expect(byLevel[0]!.content).toMatch(/ferry|island/i)
  })

  test('[GWT3] the text has goals, header, a line per slot, footer, admitted and evicted; the data say the same', async () => {
    await tell(topics)
    await mind.call('gwt_set_goal', { description: 'Plan the trip', priority: 1.5 })
    const { text, items, cycle } = await mind.call('gwt_broadcast', {})
    const lines = text.split('\n')
    expect(lines[0]).toBe('Goals: Plan the trip (1.5)')
    expect(lines[1]).toBe(`In mind: ${items.length} of 7`)
    for (const [place, { slot, memory_type, content }] of items.entries()) {
      expect(lines[2 + place]).toMatch(new RegExp(`^\\[${slot}\\] ${memory_type} [01]\\.\\d\\d `))
      expect(lines[2 + place]).toContain(content)
    }
    expect(lines.slice(2 + items.length)).toEqual([
      `End of broadcast ${cycle}`,
      `Admitted: ${items.map(({ id }) => id).join(', ')}`,
      'Evicted: none',
    ])
  })

  test('[GWT3] a small budget shortens what is long, and both text and data say so', async () => {
    await tell([topics[0]!, `The ferry ${'sails and '.repeat(2_000)}stops.`])
    await mind.call('gwt_set_goal', { description: 'the ferry' })
    const { text, items } = await mind.call('gwt_broadcast', { max_tokens: 300 })
    expect(text).toContain('shortened to fit: 1 of 2')
    const cut = items.filter(({ truncated }) => truncated)
    expect(cut).toHaveLength(1)
    expect(cut[0]!.content.length).toBeLessThan(2_000)
    expect(text).toContain(cut[0]!.content)
  })

  test('[GWT3] long goals are shortened, in the text and in the data', async () => {
    await tell(topics)
    await mind.call('gwt_set_goal', { description: 'the ferry '.repeat(900) })
    const { text, goals } = await mind.call('gwt_broadcast', { max_tokens: 300 })
    expect(text.length).toBeLessThan(1_200)
    expect(goals).toEqual([
      { description: expect.stringMatching(/^the ferry .* more\)$/), priority: 1, truncated: true },
    ])
    expect(text).toContain(goals[0]!.description)
  })

  test('[WSP5] a stronger newcomer takes the seat of the weakest, who waits in the buffer', async () => {
    await tell([...others, 'Salt.', 'Ovens are hot.', 'A whisk.', 'A bowl.'])
    await mind.call('gwt_set_goal', { description: 'Bake bread' })
    await mind.call('gwt_broadcast', {})
    expect((await occupants()).filter((id) => id !== null)).toHaveLength(7)
    const [ferry] = await tell(topics)
    for (let count = 0; count < 2; count++) {
      await mind.call('gwt_set_goal', { description: 'The ferry to the island leaves at noon.', priority: 2 })
    }
    const { admitted, evicted } = await mind.call('gwt_broadcast', {})
    expect(admitted).toContain(ferry)
    expect(evicted).toHaveLength(admitted.length)
    const buffer = (await mind.call('gwt_inspect', { target: 'buffer' })) as unknown as { items: { id: string }[] }
    expect(buffer.items.map(({ id }) => id)).toEqual(expect.arrayContaining(evicted))
    expect(await occupants()).not.toEqual(expect.arrayContaining([evicted[0]]))
  })

  test('[WSP2] a restart in the middle changes nothing', async () => {
    await tell(topics)
    await mind.call('gwt_set_goal', { description: 'the island', keywords: ['ferry'] })
    await mind.call('gwt_broadcast', {})
    const targets = ['workspace', 'buffer', 'goals', 'stats', 'broadcast_bus'] as const
    const look = (each: Mind) => Promise.all(targets.map((target) => each.call('gwt_inspect', { target })))
    const before = await look(mind)
    await mind.close()
    const again = minds.open({ dataDir: mind.dataDir, clock: mind.clock })
    expect(await look(again)).toEqual(before)
  })

  test('[WSP2] each session, and each project in it, has a mind of its own', async () => {
    await mind.call('gwt_set_goal', { description: 'mine' })
    for (const other of [{ session_id: 'other' }, { project: 'elsewhere' }]) {
      expect(await mind.call('gwt_inspect', { target: 'goals', ...other })).toMatchObject({ status: 'empty' })
    }
  })

  test('[WSP6] what is linked to an occupant is in the buffer for the next cycle; a link counts at once', async () => {
    const [ferry, bread] = await tell([topics[0]!, others[1]!])
    await mind.call('gwt_set_goal', { description: 'The ferry to the island leaves at noon.', priority: 2 })
    for (let count = 0; count < 12; count++) await mind.call('create_episode', { content: `The ferry, trip ${count}.` })
    await mind.call('gwt_link', { source_id: bread!, target_id: ferry! })
    await mind.call('gwt_broadcast', {})
    const seen = (await mind.call('gwt_inspect', {})) as unknown as {
      last_link_activations: { id: string; via: string }[]
    }
    expect(seen.last_link_activations).toContainEqual(expect.objectContaining({ id: bread, via: ferry }))
    expect(await mind.call('gwt_query', { query: others[1]!, k: 1 })).toMatchObject({
      results: [{ id: bread, activation_state: 'preconscious' }],
    })
  })

  test('[WSP7] being admitted is an access, and the levels of the competition are kept', async () => {
    const [ferry] = await tell(topics)
    const accessOf = async () => (await mind.call('get_memory', { id: ferry! })).last_accessed
    expect(await accessOf()).toBeUndefined()
    await mind.call('gwt_set_goal', { description: topics[0]! })
    const { items } = await mind.call('gwt_broadcast', {})
    await mind.close()
    mind = minds.open({ dataDir: mind.dataDir, clock: mind.clock })
    expect(await accessOf()).toBeDefined()
    const { levels } = (await mind.call('gwt_inspect', { target: 'stats' })) as unknown as {
      levels: Record<string, number>
    }
    for (const { id, level } of items) expect(levels[id]).toBe(level)
  })

  test('[WSP7] [ACT2] being admitted is an access: it does not slow forgetting', async () => {
    await tell(topics)
    mind.clock.advance(hours(48))
    const strengths = async () => {
      const { jsonl } = await mind.call('gwt_export_memory', {})
      const lines = jsonl.trimEnd().split('\n')
      return lines.map((line) => JSON.parse(line) as { uses: number; stability: number; last_accessed: string })
    }
    const before = await strengths()
    await mind.call('gwt_set_goal', { description: topics[0]! })
    expect((await mind.call('gwt_broadcast', {})).admitted).toHaveLength(3)
    await mind.close()
    mind = minds.open({ dataDir: mind.dataDir, clock: mind.clock })
    const after = await strengths()
    expect(after.map(({ uses }) => uses)).toEqual(before.map(({ uses }) => uses))
    const admittedAt = new Date(mind.clock.now()).toISOString()
    expect(after.map((line) => line.last_accessed)).toEqual(after.map(() => admittedAt))
    expect(after.map(({ stability }) => stability)).toEqual(before.map(({ stability }) => stability))
  })

  test('[WSP5] what no longer holds leaves the mind', async () => {
    const { id } = await mind.call('create_entity', { name: 'Ferry', entity_type: 'FACT', summary: 'leaves at noon' })
    await mind.call('gwt_set_goal', { description: 'Ferry: leaves at noon' })
    await mind.call('gwt_broadcast', {})
    expect(await occupants()).toContain(id)
    const { new_id } = await mind.call('supersede_fact', { entity_id: id, new_summary: 'leaves at one' } as never)
    await mind.call('gwt_broadcast', {})
    expect(await occupants()).not.toContain(id)
    expect(await occupants()).toContain(new_id)
  })

  test('[OPS4] what is forgotten leaves the mind at once', async () => {
    const [ferry] = await tell(topics)
    await mind.call('gwt_set_goal', { description: topics[0]! })
    await mind.call('gwt_broadcast', {})
    expect(await occupants()).toContain(ferry)
    await mind.call('forget', { ids: [ferry!], dry_run: false })
    expect(await occupants()).not.toContain(ferry)
    expect(JSON.stringify(await mind.call('gwt_inspect', { target: 'stats' }))).not.toContain(ferry)
  })

  test('[WSP2] [OPS4] goals and what else is in mind stay when the session forgets the last memory of its own', async () => {
    const theirs = await mind.call('gwt_store', { content: 'The boiler is in the cellar.', session_id: 'other' })
    const own = await mind.call('gwt_store', { content: 'The lamp is in the hall.' })
    await mind.call('gwt_set_goal', { description: 'Where is the boiler?' })
    await mind.call('gwt_broadcast', {})
    await mind.call('forget', { ids: [own.id], dry_run: false })
    expect(await mind.call('gwt_inspect', { target: 'goals' })).toMatchObject({
      goals: [{ description: 'Where is the boiler?' }],
    })
    const { slots } = (await mind.call('gwt_inspect', {})) as { slots?: { id: string | null }[] }
    expect(slots?.flatMap(({ id }) => id ?? [])).toEqual([theirs.id])
  })

  test('[WSP2] [OPS4] forgetting the last memory of a session leaves other memories, and goals, in mind', async () => {
    for (const content of topics) await mind.call('create_episode', { content, session_id: 'travel' })
    const { id } = await mind.call('create_episode', { content: others[0]! })
    await mind.call('gwt_set_goal', { description: topics[0]! })
    await mind.call('gwt_broadcast', {})
    const before = await occupants()
    await mind.call('forget', { ids: [id], dry_run: false })
    expect(await occupants()).toEqual(before.map((each) => (each === id ? null : each)))
    expect(await mind.call('gwt_inspect', { target: 'goals' })).toMatchObject({ status: 'ok' })
  })

  test('[COM3] nothing out of sight comes to mind', async () => {
    const { id } = await mind.call('create_episode', { content: topics[0]!, session_id: 'secret' })
    await mind.call('gwt_set_goal', { description: topics[0]!, session_id: 'mine' })
    const { items } = await mind.call('gwt_broadcast', { session_id: 'mine' })
    expect(items.map((item) => item.id)).not.toContain(id)
  })
})

describe('gwt_compete', () => {
  const minds = useMinds()

  test('[GWT4] is a dry run: no byte of the database changes', async () => {
    const mind = minds.open()
    for (const content of [...topics, ...others]) await mind.call('create_episode', { content })
    await mind.call('gwt_set_goal', { description: 'the ferry' })
    await mind.call('gwt_broadcast', {})
    await mind.close()
    const before = fileDigests(mind.dataDir)
    const again = minds.open({ dataDir: mind.dataDir, clock: mind.clock })
    again.clock.advance(hours(1))
    const answer = await again.call('gwt_compete', { n_slots: 3 })
    expect(Object.keys(answer)).toEqual(
      expect.arrayContaining(['winners', 'would_evict', 'all_scores', 'reason', 'reason_breakdown']),
    )
    await again.close()
    expect(fileDigests(mind.dataDir)).toEqual(before)
  })

  test('[GWT4] says what became of each, and why', async () => {
    const mind = minds.open()
    const far = await mind.call('gwt_store', { content: 'Yeast needs warm water.', memory_type: 'episodic' })
    mind.clock.advance(hours(200))
    const near = await mind.call('gwt_store', { content: 'The ferry leaves at noon.', memory_type: 'episodic' })
    await mind.call('gwt_set_goal', { description: 'The ferry leaves at noon.' })
    const one = await mind.call('gwt_compete', { n_slots: 1 })
    expect(one).toMatchObject({ winners: [near.id], would_evict: [], reason: '' })
    expect(one.reason_breakdown[near.id]).toBe('admitted')
    expect(['below_ignition_threshold', 'eligible_not_selected']).toContain(one.reason_breakdown[far.id])
    await mind.call('gwt_broadcast', {})
    const kept = await mind.call('gwt_compete', {})
    expect(kept.reason_breakdown[near.id]).toBe('kept_in_workspace')
    const stats = await mind.call('gwt_compete', { n_slots: 1 })
    expect(Object.keys(stats.specialists[near.id]!).sort()).toEqual([
      'frequency',
      'goal_linkage',
      'novelty',
      'recency',
      'relevance',
      'structural_linkage',
    ])
  })

  test.each([0, -1, 1.5])('[GWT1] n_slots %d is refused', async (n_slots) => {
    expect(await minds.open().call('gwt_compete', { n_slots })).toEqual({
      error: expect.stringMatching(/^n_slots must/),
    })
  })
})
