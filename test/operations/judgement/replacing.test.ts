import { describe, expect, test } from 'vitest'
import { toShortId } from '#ww/memory/ids.js'
import { replacedBy } from '#ww/memory/semantic/links.js'
import { toStoredLines } from '#ww/operations/writing/stored-lines.js'
import { days, idOf } from '../../support/memories.js'
import { isValidationError, type Mind, refusal, useMinds } from '../../support/minds.js'
import { others, tell } from './notes.js'

describe('replacing', () => {
  const minds = useMinds()
  const old = { text: 'Our main office is in Hamburg.', answers: ['Where is our main office?'] }
  const now = { text: 'The main office went to Munich.', answers: ['Where is our main office now?'] }

  async function anOffice(): Promise<{ mind: Mind; hamburg: string }> {
    const mind = minds.open()
    const [hamburg] = await tell(mind, [old, ...others])
    mind.clock.advance(days(100))
    return { mind, hamburg: hamburg! }
  }
  const isClosed = async (mind: Mind, id: string) => (await mind.call('get_memory', { id })).valid_to !== null
  const countOf = async (mind: Mind) => (await mind.call('recall', { query: 'office', min_relevance: 0 })).total

  test('[OPS6] a new memory names the earlier one that it may make untrue, and the call that settles it', async () => {
    const { mind, hamburg } = await anOffice()
    const answer = await mind.call('remember', now)
    expect(answer).toMatchObject({
      may_replace: [{ id: hamburg, excerpt: old.text, timestamp: '2026-01-06T09:00:00Z' }],
      next: { tool: 'correct', arguments: { id: hamburg, replaced_by: answer.id } },
    })
    expect(await isClosed(mind, hamburg)).toBe(false)
  })

  test('[OPS6] create_episode does the same', async () => {
    const { mind, hamburg } = await anOffice()
    const answer = await mind.call('create_episode', { content: now.text, answers: now.answers })
    expect(answer).toMatchObject({ may_replace: [{ id: hamburg }], next: { arguments: { replaced_by: answer.id } } })
  })

  test('[OPS6] what changes nothing names nothing', async () => {
    const { mind } = await anOffice()
    const answer = await mind.call('remember', { text: 'The cat sleeps.', answers: ['What does the cat do?'] })
    expect(answer).not.toHaveProperty('may_replace')
    expect(answer).not.toHaveProperty('next')
    expect(await mind.call('remember', { text: old.text })).not.toHaveProperty('may_replace')
  })

  test('[OPS6] what happened makes no lesson untrue', async () => {
    const mind = minds.open()
    const fault = { text: 'E71 on the deck oven: the thermocouple.', answers: ['What does E71 mean?'] }
    await tell(mind, others)
    const { id } = await mind.call('remember', { ...fault, kind: 'lesson' })
    const relay = { text: 'E71 on the deck oven: the relay.', answers: ['What does E71 mean now?'] }
    expect(await mind.call('remember', { ...relay, kind: 'lesson' })).toMatchObject({ may_replace: [{ id }] })
    const again = { text: 'E71 on the deck oven again: the relay.', answers: ['What does E71 mean now?'] }
    expect(await mind.call('remember', again)).not.toHaveProperty('may_replace')
  })

  test('[OPS6] an agent reads ids as recall shows them, and the call that settles it', async () => {
    const { mind, hamburg } = await anOffice()
    const stored = await mind.call('remember', now)
    const [id, earlier] = [stored.id, hamburg].map(toShortId)
    expect(toStoredLines(stored)).toBe(
      `Stored ${id}.\nMay be untrue now: 2026-01-06 ${earlier} ${old.text}\nOnly if it is: correct {"id":"${earlier}","replaced_by":"${id}"}`,
    )
    const plan = await mind.call('remember', { text: 'We might move to Kiel.', replaces: [stored.id] })
    expect(toStoredLines(plan)).toBe(`Stored ${toShortId(plan.id)} [plan].\nReplaced ${id}.`)
  })

  test('[OPS6] an excerpt has at most 160 characters, and repeats no secret', async () => {
    const mind = minds.open()
    const token = `ghp_${'a1B2c3D4e5F6g7H8i9'.repeat(2)}`
    const text = `The deploy key is ${token}. ${'It opens the gate. '.repeat(20)}`
    await tell(mind, [{ text, answers: ['What is the deploy key?'] }, ...others])
    const { may_replace: [earlier] = [] } = await mind.call('remember', {
      text: 'The deploy key was changed.',
      answers: ['What is the deploy key now?'],
    })
    expect(earlier?.excerpt).toMatch(/^The deploy key is \[masked github-token\]\. It opens .*…$/)
    expect(Array.from(earlier!.excerpt).length).toBe(160)
  })

  test('[OPS6] the call closes the earlier one in favour of the new one, and stores nothing', async () => {
    const { mind, hamburg } = await anOffice()
    const { id, next } = await mind.call('remember', now)
    const before = await countOf(mind)
    mind.clock.advance(days(1))
    const done = await mind.call('correct', next!.arguments)
    expect(done).toMatchObject({ old_id: hamburg, new_id: id, kind: 'episode', review_ids: [] })
    expect(await mind.call('get_memory', { id: hamburg })).toMatchObject({ valid_to: done.valid_from })
    expect(await countOf(mind)).toBe(before - 1)
    const edges = await minds.openStore(mind.dataDir).neighbours([hamburg], [replacedBy])
    expect(edges).toMatchObject([{ source: hamburg, target: id }])
  })

  test('[OPS6] replaces does the same beforehand, for memories of any kind', async () => {
    const { mind, hamburg } = await anOffice()
    const note = await mind.call('remember', { text: 'Send all letters to Hamburg.', kind: 'note' })
    const answer = await mind.call('remember', { ...now, replaces: [hamburg, note.id, hamburg] })
    expect(answer).not.toHaveProperty('may_replace')
    expect(answer.replaced).toEqual([hamburg, note.id])
    expect(await Promise.all([hamburg, note.id, answer.id].map((id) => isClosed(mind, id)))).toEqual([
      true,
      true,
      false,
    ])
    const store = minds.openStore(mind.dataDir)
    for (const each of [hamburg, note.id])
      expect(await store.neighbours([each], [replacedBy])).toMatchObject([{ source: each, target: answer.id }])
  })

  test('[OPS6] all or none: one that is unknown keeps the others, and nothing is stored', async () => {
    const { mind, hamburg } = await anOffice()
    const before = await countOf(mind)
    expect(await refusal(mind, 'remember', { ...now, replaces: [hamburg, idOf(404)] })).toMatchObject({
      error: 'not_found',
      field: 'replaces',
    })
    expect([await isClosed(mind, hamburg), await countOf(mind)]).toEqual([false, before])
  })

  test('[OPS6] what is closed already cannot be replaced; the error names what is true in its place', async () => {
    const { mind, hamburg } = await anOffice()
    const { id } = await mind.call('remember', { ...now, replaces: [hamburg] })
    for (const [call, input, field] of [
      ['remember', { text: 'It is in Kiel.', replaces: [hamburg] }, 'replaces'],
      ['correct', { id: hamburg, replaced_by: id }, 'id'],
      ['correct', { id, replaced_by: hamburg }, 'replaced_by'],
    ] as const) {
      const error = await refusal(mind, call, input)
      expect(error).toMatchObject(isValidationError(field))
      expect(error.message).toContain(id)
    }
  })

  test('[OPS6] correct takes either a text or replaced_by', async () => {
    const { mind, hamburg } = await anOffice()
    const { id } = await mind.call('remember', now)
    for (const input of [{}, { text: 'It is in Kiel.', replaced_by: id }])
      expect(await refusal(mind, 'correct', { id: hamburg, ...input })).toMatchObject(isValidationError('text'))
    expect(await refusal(mind, 'correct', { id, replaced_by: id })).toMatchObject(isValidationError('replaced_by'))
    expect(await refusal(mind, 'correct', { id, replaced_by: idOf(404) })).toMatchObject({
      error: 'not_found',
      field: 'replaced_by',
    })
    expect(await isClosed(mind, hamburg)).toBe(false)
  })

  test('[OPS6] [SEM6] what was derived from the replaced one needs review, and stands lower', async () => {
    const { mind, hamburg } = await anOffice()
    const fact = { name: 'Head office', entity_type: 'FACT', summary: 'The main office is in Hamburg.' } as const
    const derived = await mind.call('create_entity', { ...fact, derived_from: [hamburg] })
    const { id } = await mind.call('remember', now)
    const before = (await mind.call('recall', { query: 'Where is our main office?' })).memories
    const { review_ids } = await mind.call('correct', { id: hamburg, replaced_by: id, reason: 'They moved.' })
    expect(review_ids).toEqual([derived.id])
    const { memories } = await mind.call('recall', { query: 'Where is our main office?' })
    const flagged = memories.find((memory) => memory.id === derived.id)
    expect(flagged).toMatchObject({ needs_review: true, review_reason: expect.stringContaining(hamburg) })
    const unflagged = before.find((memory) => memory.id === derived.id)
    expect(flagged!.relevance).toBeCloseTo(unflagged!.relevance / 2, 3)
    expect(memories[0]?.id).toBe(id)
  })

  test('[OPS6] a reason stays with the memory that was replaced', async () => {
    const { mind, hamburg } = await anOffice()
    const { id } = await mind.call('remember', now)
    await mind.call('correct', { id: hamburg, replaced_by: id, reason: 'They moved.' })
    const closed = await mind.call('get_memory', { id: hamburg })
    expect(closed).toMatchObject({ facets: { correction_reason: 'They moved.' }, answers: [{ by: 'caller' }] })
  })
})
