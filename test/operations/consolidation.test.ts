import { describe, expect, test } from 'vitest'
import type { Progress } from '#ww/operations/machinery/operation-context.js'
import { days, hours, start } from '../support/memories.js'
import { contentsOf, type Mind, useMinds } from '../support/minds.js'

const none = {
  episodes_processed: 0,
  entities_extracted: 0,
  relationships_created: 0,
  duplicates_merged: 0,
}

const tell = async (mind: Mind, texts: readonly string[], more: object = {}): Promise<string[]> => {
  const ids: string[] = []
  for (const content of texts) {
    mind.clock.advance(hours(1))
    ids.push((await mind.call('create_episode', { content, ...more })).id)
  }
  return ids
}
const consolidate = async (mind: Mind, consolidation_type: 'light' | 'deep' | 'skill' | 'all', more: object = {}) =>
  mind.call('consolidate_now', { consolidation_type, ...more })
const stateOf = async (mind: Mind, id: string) => (await mind.call('get_memory', { id })).state

describe('light', () => {
  const minds = useMinds()

  test('[CON2] duplicates hide behind the oldest, and only they', async () => {
    const mind = minds.open()
    const ids = await tell(mind, [
      'Restarted the payment service on port 8080.',
      'restarted the payment service on port 8080',
      'Restarted the payment service on port 8081.',
    ])
    const { metrics } = await consolidate(mind, 'light')
    expect(metrics).toMatchObject({ episodes_processed: 3, duplicates_merged: 1 })
    expect(await Promise.all(ids.map((id) => stateOf(mind, id)))).toEqual(['active', 'hidden', 'active'])
    const { episodes, total } = await mind.call('recall_episodes', { query: 'payment service' })
    expect(contentsOf(episodes)).not.toContain('restarted the payment service on port 8080')
    expect(total).toBe(2)
  })

  test.each([
    ['Moved the switch from blue to green.', 'Moved the switch from green to blue.'],
    ['The server listens on 8080.', 'The server listens on 8081.'],
    ['Guests can enter the lab.', 'Guests cannot enter the lab.'],
    ['Pinned the library to v1.2.3.', 'Pinned the library to v1.2.4.'],
    ['Alice owes Bob ten euros.', 'Bob owes Alice ten euros.'],
    ['Implemented login.', 'Fixed login.'],
    ['Fixed login.', 'Removed login.'],
  ])('[CON2] "%s" is not "%s"', async (one, other) => {
    const mind = minds.open()
    await tell(mind, [one, other])
    expect((await consolidate(mind, 'light')).metrics.duplicates_merged).toBe(0)
  })

  test('[CON2] [COM13] another outcome, session or project is another memory', async () => {
    const mind = minds.open()
    const text = ['The nightly build ran.']
    await tell(mind, text, { outcome: 'success' })
    await tell(mind, text, { outcome: 'failure' })
    await tell(mind, text, { outcome: 'success', session_id: 'other' })
    await tell(mind, text, { outcome: 'success', project: 'other' })
    expect((await consolidate(mind, 'light')).metrics.duplicates_merged).toBe(0)
  })

  test('[CON2] of a hundred and twenty alike one stays', async () => {
    const mind = minds.open()
    await tell(
      mind,
      Array.from({ length: 120 }, () => 'The nightly build ran.'),
    )
    expect((await consolidate(mind, 'light')).metrics.duplicates_merged).toBe(119)
    expect((await mind.call('recall', { query: 'nightly build' })).total).toBe(1)
  })

  test('[CON2] links move to the one that stays', async () => {
    const mind = minds.open()
    const [first, second] = await tell(mind, ['The kettle broke.', 'The kettle broke.'])
    const fact = await mind.call('create_entity', {
      name: 'Kettle',
      entity_type: 'FACT',
      summary: 'Broken.',
      source: second!,
    })
    await consolidate(mind, 'light')
    const { source_episodes } = await mind.call('get_provenance', { entity_id: fact.id })
    expect(source_episodes!.map(({ id }) => id)).toEqual([first])
  })

  test('[CON2] what was hidden can be brought back', async () => {
    const mind = minds.open()
    const [, second] = await tell(mind, ['The kettle broke.', 'The kettle broke.'])
    await consolidate(mind, 'light')
    expect(await mind.call('bring_back', { id: second! })).toEqual({ id: second, state: 'active', was: 'hidden' })
    expect((await mind.call('recall', { query: 'kettle' })).total).toBe(2)
    expect((await consolidate(mind, 'light')).metrics.duplicates_merged).toBe(0)
  })

  test('[CON5] all four metrics always; a second run changes nothing', async () => {
    const mind = minds.open()
    await tell(mind, ['The kettle broke.', 'The kettle broke.'])
    const first = await consolidate(mind, 'light')
    expect(first).toMatchObject({ consolidation_type: 'light', session_filter: null })
    expect(first.metrics).toMatchObject({ ...none, episodes_processed: 2, duplicates_merged: 1 })
    const store = minds.openStore(mind.dataDir)
    const before = await store.newestSeq()
    expect((await consolidate(mind, 'light')).metrics).toMatchObject(none)
    expect(await store.newestSeq()).toBe(before)
  })

  test('[CON1] it goes on where it stopped: an old duplicate is found when its twin is told', async () => {
    const mind = minds.open()
    await tell(mind, ['The kettle broke.'])
    await consolidate(mind, 'light')
    await tell(mind, ['The kettle broke.'])
    expect((await consolidate(mind, 'light')).metrics).toMatchObject({ episodes_processed: 1, duplicates_merged: 1 })
  })

  test('[COM3] only the session asked for', async () => {
    const mind = minds.open()
    for (const session_id of ['a', 'b']) await tell(mind, ['The kettle broke.', 'The kettle broke.'], { session_id })
    const { metrics, session_filter } = await consolidate(mind, 'light', { session_filter: 'a' })
    expect({ metrics, session_filter }).toMatchObject({ session_filter: 'a', metrics: { duplicates_merged: 1 } })
    expect((await consolidate(mind, 'light', { session_id: 'b' })).metrics.duplicates_merged).toBe(1)
    expect((await consolidate(mind, 'light')).metrics.duplicates_merged).toBe(0)
  })

  test('[ACT5] an edge that faded below 0.01 falls out of the graph', async () => {
    const mind = minds.open()
    const entity = async (name: string) =>
      (await mind.call('create_entity', { name, entity_type: 'CONCEPT', summary: name })).id
    const [a, b, c] = [await entity('A'), await entity('B'), await entity('C')]
    await mind.call('create_relation', { source_id: a, target_id: b, relation_type: 'USES', initial_weight: 0.02 })
    await mind.call('create_relation', { source_id: a, target_id: c, relation_type: 'USES', initial_weight: 0.9 })
    mind.clock.advance(days(200))
    expect((await consolidate(mind, 'light')).metrics.edges_pruned).toBe(1)
    const { activations } = await mind.call('spread_activation', { seed_entities: [a], threshold: 0 })
    expect(activations.map(({ entity_id }) => entity_id)).not.toContain(b)
  })
})

describe('deep', () => {
  const minds = useMinds()
  const entitiesOf = async (mind: Mind, query: string) =>
    (await mind.call('semantic_recall', { query, limit: 50 })).entities

  test('[CON3] named things become entities with their source episodes, from context too', async () => {
    const mind = minds.open()
    const ids = await tell(
      mind,
      ['Anna migrated the billing data to PostgreSQL.', 'Anna showed us how PostgreSQL partitions tables.'],
      { context: { project: 'ledger', tool: 'terraform' } },
    )
    const { metrics } = await consolidate(mind, 'deep')
    expect(metrics.episodes_processed).toBe(2)
    const entities = await entitiesOf(mind, 'PostgreSQL Anna ledger terraform')
    const found = new Map(entities.map((entity) => [entity.name, entity]))
    expect(found.get('PostgreSQL')).toMatchObject({ entity_type: 'TOOL' })
    expect(found.get('Anna')).toMatchObject({ entity_type: 'PERSON' })
    expect(found.get('ledger')).toMatchObject({ entity_type: 'PROJECT' })
    expect(found.get('Terraform') ?? found.get('terraform')).toMatchObject({ entity_type: 'TOOL' })
    expect(metrics.entities_extracted).toBe(found.size)
    const provenance = await mind.call('get_provenance', { entity_id: found.get('PostgreSQL')!.id })
    expect(provenance.source_episodes!.map(({ id }) => id).sort()).toEqual(ids.toSorted())
  })

  const relationsOf = async (mind: Mind) => {
    const names = new Map<string, string>()
    for (const { id, name } of await entitiesOf(mind, 'everything')) names.set(id, name)
    const store = minds.openStore(mind.dataDir)
    const edges = await store.neighbours([...names.keys()], undefined, 'ever')
    const kept = edges.filter(({ source, target }) => names.has(source) && names.has(target))
    const shown = kept.map(({ source, target, type, weight, validTo }) => ({
      relation: `${names.get(source)} ${type} ${names.get(target)}`,
      weight: Number(weight.toFixed(3)),
      holds: validTo === null,
    }))
    return [...new Map(shown.map((each) => [JSON.stringify(each), each])).values()].sort((a, b) =>
      a.relation < b.relation ? -1 : 1,
    )
  }

  test('[CON3] standing in one text is no relation, and what is denied, planned or asked makes none', async () => {
    const mind = minds.open()
    await tell(mind, [
      'Docker and Redis came up in the meeting with Anna.',
      'Postgres does not use Kafka.',
      'We plan to use Terraform with Postgres.',
      'Should Grafana depend on Redis?',
    ])
    expect((await consolidate(mind, 'deep')).metrics.relationships_created).toBe(0)
    expect(await relationsOf(mind)).toEqual([])
  })

  test('[CON3] a relation grows with how often it is stated, and a resumed run counts nothing twice', async () => {
    const mind = minds.open()
    await tell(mind, ['Grafana depends on Redis.', 'Remember that Grafana depends on Redis to start.'])
    await consolidate(mind, 'deep')
    expect(await relationsOf(mind)).toEqual([{ relation: 'Grafana REQUIRES Redis', weight: 0.19, holds: true }])
    await tell(mind, ['As before, Grafana depends on Redis.'])
    await consolidate(mind, 'deep')
    expect(await relationsOf(mind)).toEqual([{ relation: 'Grafana REQUIRES Redis', weight: 0.271, holds: true }])
  })

  test('[CON3] what no longer holds closes its relation in time, and what holds instead opens one', async () => {
    const mind = minds.open()
    await tell(mind, ['Quill depends on Redis.'])
    await consolidate(mind, 'deep')
    mind.clock.advance(hours(1))
    await tell(mind, ['Quill no longer depends on Redis, it depends on Valkey.'])
    await consolidate(mind, 'deep')
    expect(await relationsOf(mind)).toEqual([
      { relation: 'Quill REQUIRES Redis', weight: 0.1, holds: false },
      { relation: 'Quill REQUIRES Valkey', weight: 0.1, holds: true },
    ])
  })

  test('[CON3] an entity that the user stored shows the episodes that mention it', async () => {
    const mind = minds.open()
    const own = await mind.call('create_entity', { name: 'Docker', entity_type: 'TOOL', summary: 'Our words.' })
    const ids = await tell(mind, ['We deployed Kestrel on Friday with Docker.'])
    await consolidate(mind, 'deep')
    const { source_episodes } = await mind.call('get_provenance', { entity_id: own.id })
    expect(source_episodes!.map(({ id }) => id)).toEqual(ids)
  })

  test('[CON3] feasts are no persons', async () => {
    const mind = minds.open()
    await tell(mind, ['Merry Christmas said everyone. Christmas was cold.'])
    expect((await consolidate(mind, 'deep')).metrics.entities_extracted).toBe(0)
  })

  test('[CON5] twice in a row changes nothing the second time', async () => {
    const mind = minds.open()
    await tell(mind, ['Priya migrated the billing data to PostgreSQL.'])
    await consolidate(mind, 'deep')
    const store = minds.openStore(mind.dataDir)
    const before = await store.newestSeq()
    expect((await consolidate(mind, 'deep')).metrics).toMatchObject(none)
    expect(await store.newestSeq()).toBe(before)
  })

  test('[CON3] an entity is superseded only when its summary changed, and only by its own kind', async () => {
    const mind = minds.open()
    await tell(mind, ['We deployed Kestrel on Friday with Docker.'])
    const own = await mind.call('create_entity', { name: 'Docker', entity_type: 'TOOL', summary: 'Our words.' })
    await consolidate(mind, 'deep')
    const kestrel = async () => (await entitiesOf(mind, 'Kestrel')).find(({ name }) => name === 'Kestrel')!
    const first = await kestrel()
    expect(first).toBeDefined()
    await tell(mind, ['The Kestrel service crashed again, so Anna restarted Docker.'])
    await consolidate(mind, 'deep')
    expect((await kestrel()).id).toBe(first.id)
    await tell(mind, ['To be clear, Kestrel is our invoicing service. And yes, Docker is a container engine.'])
    await consolidate(mind, 'deep')
    const renewed = await kestrel()
    expect(renewed.id).not.toBe(first.id)
    expect(renewed.summary).toBe('To be clear, Kestrel is our invoicing service.')
    expect((await mind.call('get_provenance', { entity_id: renewed.id })).versions).toHaveLength(2)
    const docker = (await entitiesOf(mind, 'Docker')).filter(({ name }) => name === 'Docker')
    expect(docker).toMatchObject([{ id: own.id, summary: 'Our words.' }])
  })

  test('[CON3] a theme that several episodes share becomes a concept', async () => {
    const mind = minds.open()
    await tell(mind, [
      'The login timeout annoyed the testers again.',
      'Raised the login timeout to thirty seconds.',
      'The login timeout is too short on slow networks.',
      'Somebody reset the login timeout to its default.',
      'Bought apples and bread on the way home.',
    ])
    await consolidate(mind, 'deep')
    const theme = (await entitiesOf(mind, 'login timeout')).find(({ name }) => name === 'login timeout')
    expect(theme).toMatchObject({ entity_type: 'CONCEPT' })
    const { source_episodes } = await mind.call('get_provenance', { entity_id: theme!.id })
    expect(source_episodes!.length).toBeGreaterThanOrEqual(3)
  })

  test('[CON3] [COM13] entities of that name in a dozen other projects are others', async () => {
    const mind = minds.open()
    const anna = { name: 'Anna', entity_type: 'PERSON', summary: 'Somebody.' } as const
    const { id } = await mind.call('create_entity', anna)
    for (let at = 0; at < 12; at++) await mind.call('create_entity', { ...anna, project: `p${at}` })
    const [episode] = await tell(mind, ['Anna moved the data to PostgreSQL.'])
    await consolidate(mind, 'deep')
    const { source_episodes } = await mind.call('get_provenance', { entity_id: id })
    expect(source_episodes!.map((source) => source.id)).toEqual([episode])
    const store = minds.openStore(mind.dataDir)
    expect((await store.neighbours([id], ['MENTIONED_IN'])).map(({ target }) => target)).toEqual([episode])
  })

  test('[CON3] themes of one name are one concept', async () => {
    const mind = minds.open()
    await tell(
      mind,
      Array.from({ length: 40 }, (_, at) => `Loaf ${at} came out well.`),
    )
    await consolidate(mind, 'all')
    const names = (await entitiesOf(mind, 'loaf')).map(({ name }) => name.toLowerCase())
    expect(new Set(names).size).toBe(names.length)
  })

  test('[CON1] between two episodes others have their turn', async () => {
    const mind = minds.open()
    // Loads what it needs: that waits for the disk, and others have their turn anyway.
    await tell(mind, ['The oven is hot.', 'Priya uses Docker.', 'The dough has risen.'])
    await consolidate(mind, 'deep')
    await tell(
      mind,
      Array.from({ length: 50 }, (_, at) => `Loaf ${at} came out well.`),
    )
    let turns = 0
    let isDone = false
    const takeTurns = () => {
      turns++
      if (!isDone) setImmediate(takeTurns)
    }
    setImmediate(takeTurns)
    await consolidate(mind, 'deep')
    isDone = true
    expect(turns).toBeGreaterThanOrEqual(50)
  })

  test('[COM13] what one session tells is not joined with another', async () => {
    const mind = minds.open()
    for (const session_id of ['a', 'b']) await tell(mind, ['Priya prefers PostgreSQL.'], { session_id })
    await consolidate(mind, 'deep')
    const seen = async (session_id: string) =>
      (await mind.call('semantic_recall', { query: 'PostgreSQL', session_id })).entities.filter(
        ({ name }) => name === 'PostgreSQL',
      )
    expect(await seen('a')).toHaveLength(1)
    expect((await seen('a'))[0]!.id).not.toBe((await seen('b'))[0]!.id)
  })
})

describe('by itself', () => {
  const minds = useMinds()
  const soon = { idleMs: 100, changes: 2, everyMs: 1e9 }
  const hiddenWithin = async (mind: Mind, id: string, ms: number) => {
    const store = minds.openStore(mind.dataDir)
    for (const end = performance.now() + ms; performance.now() < end; ) {
      if ((await store.get([id]))[0]!.state === 'hidden') return true
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return false
  }

  test('[CON7] light runs once nobody calls and enough was told', async () => {
    const mind = minds.open({ threads: 'workers', autoConsolidate: soon })
    const [, second] = await tell(mind, ['The kettle broke.', 'The kettle broke.'])
    expect(await hiddenWithin(mind, second!, 20_000)).toBe(true)
  })

  test('[CON7] too little was told, or it is turned off: nothing happens', async () => {
    const few = minds.open({ threads: 'workers', autoConsolidate: { ...soon, changes: 100 } })
    const off = minds.open({ threads: 'workers', autoConsolidate: null })
    const told = await Promise.all([few, off].map((mind) => tell(mind, ['The kettle broke.', 'The kettle broke.'])))
    expect(await hiddenWithin(few, told[0]![1]!, 1_000)).toBe(false)
    expect(await hiddenWithin(off, told[1]![1]!, 100)).toBe(false)
  })
})

describe('runs', () => {
  const minds = useMinds()

  test('[CON1] one at a time across processes: the second waits, then finds nothing left', async () => {
    const dataDir = minds.newFolder()
    const pair = [minds.open({ dataDir, threads: 'workers' }), minds.open({ dataDir, threads: 'workers' })] as const
    await tell(pair[0], ['The kettle broke.', 'The kettle broke.', 'Priya uses Docker.'])
    const runs = await Promise.all(pair.map((mind) => consolidate(mind, 'all')))
    const merged = runs.map(({ metrics }) => metrics.duplicates_merged).sort()
    expect(merged).toEqual([0, 1])
    expect(runs.map(({ metrics }) => metrics.entities_extracted).sort()[0]).toBe(0)
  })

  test('[CON1] progress is told, and never goes back', async () => {
    const mind = minds.open()
    await Promise.all(
      Array.from({ length: 450 }, (_, at) => mind.call('create_episode', { content: `Counted sheep number ${at}.` })),
    )
    const told: Progress[] = []
    await mind.call('consolidate_now', {}, { onProgress: (progress) => told.push(progress) })
    expect(told.length).toBeGreaterThanOrEqual(2)
    expect(told.map(({ done }) => done)).toEqual(told.map(({ done }) => done).toSorted((a, b) => a - b))
    expect(told.at(-1)).toMatchObject({ done: 450, total: 450 })
  })

  test('[CON1] a run that is given up keeps what is whole, and the next one goes on behind it', async () => {
    const mind = minds.open()
    await Promise.all(
      Array.from({ length: 450 }, (_, at) => mind.call('create_episode', { content: `Counted sheep number ${at}.` })),
    )
    const gaveUp = new AbortController()
    const options = { onProgress: () => gaveUp.abort(), signal: gaveUp.signal }
    const first = await mind.call('consolidate_now', {}, options)
    expect(first).toMatchObject({ interrupted: true, metrics: { episodes_processed: 200 } })
    expect((await consolidate(mind, 'light')).metrics.episodes_processed).toBe(250)
  })

  test('[CON6] retiring needs a policy, shows first, retires when asked, and can be undone', async () => {
    const retirement = { minAgeDays: 100, maxRetrievability: 0.9, maxImportance: 0.3 }
    const mind = minds.open({ retirement })
    const [old] = await tell(mind, ['An unimportant remark about the weather.'], { valence: 0.1 })
    const [dear] = await tell(mind, ['The wedding.'], { valence: 0.9 })
    mind.clock.set(start + days(300))
    const [fresh] = await tell(mind, ['Another remark about the weather.'], { valence: 0.1 })
    expect((await consolidate(mind, 'light')).retirement).toEqual({ count: 1, ids: [old], applied: false })
    expect(await stateOf(mind, old!)).toBe('active')
    expect((await consolidate(mind, 'light', { retire: 'apply' })).retirement).toMatchObject({
      count: 1,
      applied: true,
    })
    expect(await Promise.all([old, dear, fresh].map((id) => stateOf(mind, id!)))).toEqual([
      'retired',
      'active',
      'active',
    ])
    expect((await mind.call('recall', { query: 'weather', min_relevance: 0 })).total).toBe(2)
    await mind.call('bring_back', { id: old! })
    expect((await mind.call('recall', { query: 'weather', min_relevance: 0 })).total).toBe(3)
    const without = minds.open()
    expect(await consolidate(without, 'light', { retire: 'apply' })).not.toHaveProperty('retirement')
  })
})
