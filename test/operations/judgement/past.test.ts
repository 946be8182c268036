import { beforeAll, describe, expect, test } from 'vitest'
import { toRecallLines } from '#ww/operations/recall/recall-lines.js'
import { days } from '../../support/memories.js'
import { type Mind, useMinds } from '../../support/minds.js'
import { others, tell } from './notes.js'

describe('a question about the past', () => {
  const minds = useMinds()
  const hamburg = 'Our main office is in Hamburg.'
  const munich = 'Our main office is in Munich.'
  const before = 'Where was our main office before?'
  const now = 'Where is our main office?'

  let mind: Mind
  let [old, current]: string[] = []
  beforeAll(async () => {
    mind = minds.open()
    const ids = await tell(mind, [hamburg, ...others])
    old = ids[0]
    mind.clock.advance(days(100))
    current = (await mind.call('remember', { text: munich, replaces: [old!] })).id
  })
  const mark = () => ({ id: old, valid_to: '2026-04-20T09:00:00Z', replaced_by: current })

  test('[REC16] brings back what was replaced, before what is true now, and marks it', async () => {
    const answer = await mind.call('recall', { query: before })
    expect(answer.memories.slice(0, 2)).toMatchObject([{ content: hamburg, ...mark() }, { id: current }])
    expect(answer.memories[1]).not.toHaveProperty('valid_to')
    expect(answer.memories[1]).not.toHaveProperty('replaced_by')
    expect(toRecallLines(answer)?.split('\n')[0]).toMatch(/Hamburg\. \[until 2026-04-20, then [\w-]{22}\]$/)
    const { episodes } = await mind.call('recall_episodes', { query: before, limit: 2 })
    expect(episodes).toMatchObject([mark(), { id: current }])
  })

  test('[REC16] no other question does', async () => {
    for (const query of [now, 'main office', `Why was our main office moved before?`]) {
      const { memories } = await mind.call('recall', { query, min_relevance: 0 })
      expect(memories.map(({ id }) => id)).not.toContain(old)
    }
    expect((await mind.call('recall', { query: now, also: [before], min_relevance: 0 })).total).toBe(5)
    expect((await mind.call('recall', { query: before, min_relevance: 0 })).total).toBe(6)
  })

  test('[REC16] [EPI4] a look back is no use of it', async () => {
    await mind.call('recall', { query: before })
    const accessed = async (id: string) => (await mind.call('get_memory', { id })).last_accessed
    await expect.poll(() => accessed(current!)).toBeDefined()
    expect(await accessed(old!)).toBeUndefined()
  })

  test('[REC16] what a correction or a superseded fact closed is brought back as well', async () => {
    const office = minds.open()
    const [id] = await tell(office, [hamburg, ...others])
    const { new_id } = await office.call('correct', { id: id!, text: munich })
    const entity = { name: 'Main office', entity_type: 'FACT', summary: 'The main office is in Hamburg.' } as const
    const fact = await office.call('create_entity', entity)
    const told = { entity_id: fact.id, new_summary: 'The main office is in Munich.' }
    const superseded = await office.call('supersede_fact', told)
    const { memories } = await office.call('recall', { query: before, kinds: ['episode'] })
    expect(memories[0]).toMatchObject({ id, replaced_by: new_id })
    const facts = await office.call('recall', { query: before, kinds: ['entity'] })
    expect(facts.memories).toMatchObject([{ id: fact.id, replaced_by: superseded.new_id }, { id: superseded.new_id }])
    // SEM3: current versions only.
    const { entities } = await office.call('semantic_recall', { query: before })
    expect(entities.map((entity) => entity.id)).toEqual([superseded.new_id])
  })

  test('[REC16] [COM3] a replacement in another session is not named, a memory there is not brought back', async () => {
    const office = minds.open()
    const [id] = await tell(office, [hamburg, ...others])
    const replaced = { text: munich, session_id: 'branch' }
    const { id: elsewhere } = await office.call('remember', replaced)
    await office.call('correct', { id: id!, replaced_by: elsewhere })
    const [found] = (await office.call('recall', { query: before, session_filter: 'default' })).memories
    expect(found).toMatchObject({ id, valid_to: expect.any(String) })
    const branch = await office.call('recall', { query: before, session_id: 'branch' })
    expect(branch.memories.map((memory) => memory.id)).not.toContain(id)
  })

  test('[REC16] [EPI5] [OPS4] as of a moment only what was true then, and nothing that was forgotten', async () => {
    const point_in_time = new Date(mind.clock.now() + 1_000).toISOString()
    const { episodes } = await mind.call('query_at_time', { query: before, point_in_time })
    expect(episodes.map(({ id }) => id)).not.toContain(old)
    const office = minds.open()
    const [id] = await tell(office, [hamburg, ...others])
    await office.call('remember', { text: munich, replaces: [id!] })
    await office.call('forget', { ids: [id!], dry_run: false })
    const { memories } = await office.call('recall', { query: before, min_relevance: 0 })
    expect(memories.map((memory) => memory.id)).not.toContain(id)
  })
})
