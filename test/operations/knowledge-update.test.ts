import { describe, expect, test } from 'vitest'
import { days, start } from '../support/memories.js'
import { isValidationError, type Mind, refusal, useMinds } from '../support/minds.js'

const query = 'which database does the shop use?'

/** A fact is told, two others are derived from it, one through the other; then it changes. */
async function tell(mind: Mind) {
  const fact = await mind.call('create_entity', {
    name: 'Shop database',
    entity_type: 'FACT',
    summary: 'The shop uses the MySQL database.',
  })
  const backup = await mind.call('create_entity', {
    name: 'Shop backup',
    entity_type: 'FACT',
    summary: 'The shop database is backed up with mysqldump.',
    derived_from: [fact.id],
  })
  const restore = await mind.call('create_entity', {
    name: 'Shop restore',
    entity_type: 'FACT',
    summary: 'Restoring the shop database takes an hour.',
    derived_from: [backup.id],
  })
  const tool = await mind.call('create_entity', { name: 'Shop', entity_type: 'PROJECT', summary: 'Sells tea.' })
  await mind.call('create_relation', { source_id: tool.id, target_id: fact.id, relation_type: 'USES' })
  mind.clock.set(start + days(10))
  const change = await mind.call('supersede_fact', {
    entity_id: fact.id,
    new_summary: 'The shop uses the PostgreSQL database.',
  })
  mind.clock.set(start + days(11))
  return { fact: fact.id, backup: backup.id, restore: restore.id, tool: tool.id, next: change.new_id, change }
}

type Told = Awaited<ReturnType<typeof tell>>

async function expectUpdated(mind: Mind, { fact, backup, restore, next, tool }: Told) {
  const { entities } = await mind.call('semantic_recall', { query })
  expect(entities[0]!.id).toBe(next)
  expect(entities.map(({ id }) => id)).not.toContain(fact)
  const { memories } = await mind.call('recall', { query })
  expect(memories[0]!.id).toBe(next)
  expect(memories.map(({ id }) => id)).not.toContain(fact)
  for (const id of [backup, restore]) {
    expect(memories.find((each) => each.id === id)).toMatchObject({ needs_review: true })
    expect(entities.find((each) => each.id === id)).toMatchObject({ needs_review: true })
    const { score, components } = entities.find((each) => each.id === id)!
    const whole = 0.6 * components.similarity + 0.2 * components.activation + 0.2 * components.retrievability
    expect(score).toBeCloseTo(whole / 2, 3)
  }
  const then = new Date(start + days(5)).toISOString()
  const before = await mind.call('query_at_time', { query, point_in_time: then, include: ['entities'] })
  expect(before.entities![0]!.content).toContain('MySQL')
  expect(JSON.stringify(before)).not.toContain('PostgreSQL')
  expect(JSON.stringify(before)).not.toContain('needs_review')
  // The edge was carried over since: then, it led to the old version.
  expect(before.entities!.find(({ id }) => id === fact)!.relations).toEqual([
    { source_id: tool, relation_type: 'USES', target_id: fact },
  ])
}

describe('a knowledge update', () => {
  const minds = useMinds()

  test('[SEM5] [SEM6] [EPI5] the new fact comes first, the old never, what was derived is flagged, the past stays', async () => {
    const mind = minds.open()
    const told = await tell(mind)
    expect(told.change.review_ids.toSorted()).toEqual([told.backup, told.restore].sort())
    await expectUpdated(mind, told)
  })

  test('[SEM5] [COM11] the same after a restart', async () => {
    const first = minds.open()
    const told = await tell(first)
    await first.close()
    const second = minds.open({ dataDir: first.dataDir, clock: first.clock })
    await expectUpdated(second, told)
  })

  test('[SEM5] new_details null keeps the old details; open edges are carried over', async () => {
    const mind = minds.open()
    const { id } = await mind.call('create_entity', {
      name: 'Tea',
      entity_type: 'CONCEPT',
      summary: 'A drink.',
      details: 'Green, black, white.',
    })
    const other = await mind.call('create_entity', { name: 'Cup', entity_type: 'TOOL', summary: 'Holds tea.' })
    await mind.call('create_relation', { source_id: other.id, target_id: id, relation_type: 'REQUIRES' })
    const { new_id, old_id, name } = await mind.call('supersede_fact', { entity_id: id, new_summary: 'A hot drink.' })
    expect({ old_id, name }).toEqual({ old_id: id, name: 'Tea' })
    expect((await mind.call('get_memory', { id: new_id })).facets).toMatchObject({ details: 'Green, black, white.' })
    const { activations } = await mind.call('spread_activation', { seed_entities: [other.id] })
    expect(activations.map(({ entity_id }) => entity_id)).toContain(new_id)
    expect(activations.map(({ entity_id }) => entity_id)).not.toContain(id)
    const renewed = await mind.call('supersede_fact', {
      entity_id: new_id,
      new_summary: 'Hot.',
      new_details: 'Oolong.',
    })
    expect((await mind.call('get_memory', { id: renewed.new_id })).content).toBe('Tea: Hot.\n\nOolong.')
  })

  test('[SEM5] superseding a closed version names the current one', async () => {
    const mind = minds.open()
    const { fact, next } = await tell(mind)
    const refused = await refusal(mind, 'supersede_fact', { entity_id: fact, new_summary: 'Oracle.' })
    expect(refused).toMatchObject(isValidationError('entity_id'))
    expect(refused.message).toContain(next)
  })

  test('[SEM5] of many at once each takes the place of the one before, and one is current', async () => {
    const dataDir = minds.newFolder()
    const pair = [minds.open({ dataDir, threads: 'workers' }), minds.open({ dataDir, threads: 'workers' })]
    const { id } = await pair[0]!.call('create_entity', { name: 'Port', entity_type: 'FACT', summary: '8080.' })
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, (_, at) =>
        pair[at % 2]!.call('supersede_fact', { entity_id: id, new_summary: `${at}.` }),
      ),
    )
    // All were told of the same version: one wins, the others learn what holds now.
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { total } = await pair[0]!.call('semantic_recall', { query: 'port' })
    expect(total).toBe(1)
  })

  test('[SEM6] superseding a flagged fact with a confirmed value clears it', async () => {
    const mind = minds.open()
    const { backup, next } = await tell(mind)
    const { new_id } = await mind.call('supersede_fact', { entity_id: backup, new_summary: 'Backed up with pg_dump.' })
    expect((await mind.call('get_memory', { id: new_id })).facets).not.toHaveProperty('needs_review')
    // It now stands on what holds: the next change flags it again.
    await mind.call('supersede_fact', { entity_id: next, new_summary: 'The shop uses SQLite.' })
    expect((await mind.call('get_memory', { id: new_id })).facets).toMatchObject({ needs_review: true })
  })

  test('[SEM6] the reason names ids and times, never the text', async () => {
    const mind = minds.open()
    const { backup, fact, next } = await tell(mind)
    const { review_reason } = (await mind.call('get_memory', { id: backup })).facets
    expect(review_reason).toContain(fact)
    expect(review_reason).toContain(next)
    expect(review_reason).not.toMatch(/MySQL|PostgreSQL|shop/i)
  })
})

describe('out of sight', () => {
  const minds = useMinds()
  const secret = { name: 'Vendor', entity_type: 'FACT', summary: 'Known to default alone.' } as const

  test('[COM3] what was derived in another session is neither told nor erased, but to be reviewed', async () => {
    const mind = minds.open()
    const { id } = await mind.call('create_episode', { content: 'The vendor called.', session_id: 'a' })
    const derived = await mind.call('create_entity', { ...secret, derived_from: [id] })
    const shown = await mind.call('forget', { ids: [id], session_id: 'a' })
    expect(JSON.stringify(shown)).not.toMatch(/Known to default|ent-/)
    const { review_ids } = await mind.call('correct', { id, text: 'The vendor wrote.', session_id: 'a' })
    expect(review_ids).toEqual([])
    const corrected = (await mind.call('recall', { query: 'vendor', session_id: 'a' })).memories[0]!.id
    await mind.call('forget', { ids: [corrected], session_id: 'a', dry_run: false })
    expect((await mind.call('get_memory', { id: derived.id })).facets).toMatchObject({ needs_review: true })
  })

  test('[COM3] [EPI5] a relation to what is out of sight does not show', async () => {
    const mind = minds.open()
    const mine = await mind.call('create_entity', { ...secret, name: 'Mine', session_id: 'a' })
    const theirs = await mind.call('create_entity', { ...secret, name: 'Theirs', session_id: 'b' })
    await mind.call('create_relation', { source_id: mine.id, target_id: theirs.id, relation_type: 'USES' })
    const asked = { query: 'mine', point_in_time: '2027-01-01T00:00:00Z', include: ['entities'] as ['entities'] }
    const relationsFor = async (session_id: string) =>
      (await mind.call('query_at_time', { ...asked, session_id })).entities!.flatMap(({ relations }) => relations)
    expect(await relationsFor('a')).toEqual([])
    expect(await relationsFor('default')).not.toEqual([])
  })

  test('[SEM5] [OPS4] what somebody told anew is theirs: forgetting an old source does not bring back another’s words', async () => {
    const mind = minds.open()
    const ids: string[] = []
    for (const content of ['We rely on PostgreSQL for billing.', 'The PostgreSQL upgrade went well.']) {
      ids.push((await mind.call('create_episode', { content })).id)
    }
    await mind.call('consolidate_now', { consolidation_type: 'deep' })
    const find = async () =>
      (await mind.call('semantic_recall', { query: 'PostgreSQL' })).entities.find(({ name }) => name === 'PostgreSQL')!
    const entity_id = (await find()).id
    const { new_id } = await mind.call('supersede_fact', {
      entity_id,
      new_summary: 'Replaced by SQLite, says the user.',
    })
    await mind.call('forget', { ids: [ids[0]!], dry_run: false })
    expect(await find()).toMatchObject({ id: new_id, summary: 'Replaced by SQLite, says the user.' })
  })
})

describe('correct', () => {
  const minds = useMinds()

  test('[OPS6] the name of an entity that was only told as a text follows its text', async () => {
    const mind = minds.open()
    const { id } = await mind.call('remember', { text: 'The key rotates every 30 days', kind: 'entity' })
    await mind.call('correct', { id, text: 'The key rotates every 90 days' })
    const { entities } = await mind.call('semantic_recall', { query: 'key rotation' })
    expect(entities).toMatchObject([{ name: 'The key rotates every 90 days' }])
    const again = { name: 'The key rotates every 90 days', entity_type: 'FACT', summary: 'x' }
    expect(await refusal(mind, 'create_entity', again)).toMatchObject(isValidationError('name'))
  })

  test.each(['episode', 'entity', 'procedure', 'note', 'lesson'] as const)(
    '[OPS6] [COM15] a %s gets a new version under a new id, and the old one is past',
    async (kind) => {
      const mind = minds.open()
      const { id } = await mind.call('remember', { text: 'The office closes at five.', kind, tags: ['office'] })
      mind.clock.advance(days(1))
      const corrected = await mind.call('correct', { id, text: 'The office closes at six.', reason: 'misheard' })
      expect(corrected).toMatchObject({ old_id: id, kind })
      const { memories } = await mind.call('recall', { query: 'when does the office close?' })
      expect(memories.map(({ content }) => content)).toEqual(['The office closes at six.'])
      expect(memories[0]).toMatchObject({ id: corrected.new_id, kind, tags: ['office'] })
      const old = await mind.call('get_memory', { id })
      expect(old.content).toBe('The office closes at five.')
      expect(old.valid_to).toBe(corrected.valid_from)
      expect((await mind.call('get_memory', { id: corrected.new_id })).facets).toMatchObject({
        correction_reason: 'misheard',
      })
    },
  )

  test('[OPS6] [SEM6] it cascades from an episode to what was derived from it', async () => {
    const mind = minds.open()
    const episode = await mind.call('create_episode', { content: 'Anna moved to Lisbon.' })
    const fact = { name: 'Anna', entity_type: 'PERSON', summary: 'Lives in Lisbon.', source: episode.id } as const
    const { id } = await mind.call('create_entity', fact)
    const { review_ids } = await mind.call('correct', { id: episode.id, text: 'Anna moved to Porto.' })
    expect(review_ids).toEqual([id])
    const { entities } = await mind.call('semantic_recall', { query: 'where does Anna live?' })
    expect(entities[0]).toMatchObject({ id, needs_review: true })
  })

  test('[OPS6] an entity keeps its name and details', async () => {
    const mind = minds.open()
    const given = { name: 'Anna', entity_type: 'PERSON', summary: 'A designer.', details: 'Since 2019.' } as const
    const { id } = await mind.call('create_entity', given)
    const { new_id } = await mind.call('correct', { id, text: 'An architect.' })
    const { entities } = await mind.call('semantic_recall', { query: 'Anna' })
    expect(entities).toMatchObject([{ id: new_id, name: 'Anna', summary: 'An architect.' }])
    expect((await mind.call('get_memory', { id: new_id })).content).toBe('Anna: An architect.\n\nSince 2019.')
  })
})
