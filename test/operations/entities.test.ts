import { beforeAll, describe, expect, test } from 'vitest'
import { baseLevelActivation } from '#ww/memory/activation/base-level.js'
import { activation, contextSpreading } from '#ww/memory/activation/spreading.js'
import { days, hours, idOf, start } from '../support/memories.js'
import { idsOf, isValidationError, type Mind, refusal, useMinds } from '../support/minds.js'

const fastApi = {
  name: 'FastAPI',
  entity_type: 'TOOL',
  summary: 'Modern Python web framework for building APIs',
  details: 'Supports async/await, automatic OpenAPI docs, type hints with Pydantic',
  source: 'user_provided',
} as const
const unknownEntity = idOf(0xffff, 'entity')

describe('create_entity', () => {
  const minds = useMinds()

  test('[SEM1] answers as the contract prints it, and every part is kept byte for byte', async () => {
    const mind = minds.open()
    const created = await mind.call('create_entity', fastApi)
    expect(created).toMatchObject({ name: 'FastAPI', entity_type: 'TOOL', summary: fastApi.summary })
    const stored = await mind.call('get_memory', { id: created.id })
    expect(stored.facets).toMatchObject({ name: 'FastAPI', details: fastApi.details, source: 'user_provided' })
  })

  test('[SEM1] the same name and type, in any case, is refused in its session and names the one there is', async () => {
    const mind = minds.open()
    const { id } = await mind.call('create_entity', { ...fastApi, session_id: 'one' })
    const again = await refusal(mind, 'create_entity', { ...fastApi, name: 'fastapi', session_id: 'one' })
    expect(again).toMatchObject(isValidationError('name'))
    expect(again.message).toContain(id)
    await mind.call('create_entity', { ...fastApi, entity_type: 'CONCEPT', session_id: 'one' })
    await mind.call('create_entity', { ...fastApi, session_id: 'two' })
    await mind.call('create_entity', { ...fastApi, session_id: 'one', project: 'elsewhere' })
  })

  test('[SEM1] of eight at once, in two processes, one is created', async () => {
    const dataDir = minds.newFolder()
    const pair = [minds.open({ dataDir, threads: 'workers' }), minds.open({ dataDir, threads: 'workers' })]
    const tries = Array.from({ length: 8 }, (_, at) => pair[at % 2]!.call('create_entity', fastApi))
    const settled = await Promise.allSettled(tries)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const each of settled) if (each.status === 'rejected') expect(each.reason.field).toBe('name')
  })

  test('[SEM6] derived_from must be known and current', async () => {
    const mind = minds.open()
    const ground = await mind.call('create_entity', fastApi)
    const derived = { name: 'Docs', entity_type: 'FACT', summary: 'The docs are generated.' }
    expect(await refusal(mind, 'create_entity', { ...derived, derived_from: [unknownEntity] })).toMatchObject({
      error: 'not_found',
      field: 'derived_from',
    })
    const { new_id } = await mind.call('supersede_fact', { entity_id: ground.id, new_summary: 'Another.' })
    const closed = await refusal(mind, 'create_entity', { ...derived, derived_from: [ground.id] })
    expect(closed).toMatchObject(isValidationError('derived_from'))
    expect(closed.message).toContain(new_id)
  })
})

describe('create_relation', () => {
  const minds = useMinds()
  let mind: Mind
  let [a, b] = ['', '']
  beforeAll(async () => {
    mind = minds.open()
    a = (await mind.call('create_entity', fastApi)).id
    b = (await mind.call('create_entity', { name: 'Pydantic', entity_type: 'TOOL', summary: 'Validation.' })).id
  })
  const relate = (more: object = {}) =>
    mind.call('create_relation', { source_id: a, target_id: b, relation_type: 'REQUIRES', ...more })

  test('[SEM2] the same again keeps the edge and strengthens it', async () => {
    expect(await relate({ initial_weight: 0.3 })).toEqual({
      source_id: a,
      target_id: b,
      relation_type: 'REQUIRES',
      weight: 0.3,
    })
    expect((await relate()).weight).toBeCloseTo(0.37, 4)
    expect((await relate({ source_id: b, target_id: a })).weight).toBe(0.1)
  })

  test('[SEM2] both ends must exist and be current; none is related to itself', async () => {
    const refused = (input: object) => refusal(mind, 'create_relation', { relation_type: 'USES', ...input })
    expect(await refused({ source_id: a, target_id: a })).toMatchObject(isValidationError('target_id'))
    expect(await refused({ source_id: unknownEntity, target_id: a })).toMatchObject({
      error: 'not_found',
      field: 'source_id',
    })
    expect(await refused({ source_id: a, target_id: idOf(1) })).toMatchObject(isValidationError('target_id'))
    const old = (await mind.call('create_entity', { name: 'Old', entity_type: 'TOOL', summary: 'Old.' })).id
    await mind.call('supersede_fact', { entity_id: old, new_summary: 'New.' })
    expect(await refused({ source_id: a, target_id: old })).toMatchObject(isValidationError('target_id'))
  })
})

describe('semantic_recall', () => {
  const minds = useMinds()
  let mind: Mind
  let fast = ''
  let flask = ''
  beforeAll(async () => {
    mind = minds.open()
    fast = (await mind.call('create_entity', fastApi)).id
    const other = { entity_type: 'TOOL', summary: 'A small Python web framework for building APIs' } as const
    flask = (await mind.call('create_entity', { ...other, name: 'Flask' })).id
    await mind.call('create_relation', { source_id: flask, target_id: fast, relation_type: 'SIMILAR_TO' })
  })

  test('[SEM3] score = 0.6·similarity + 0.2·activation + 0.2·retrievability', async () => {
    mind.clock.set(start + days(3))
    const { entities } = await mind.call('semantic_recall', { query: 'Python web framework' })
    expect(idsOf(entities).sort()).toEqual([fast, flask].sort())
    for (const { score, components } of entities) {
      const { similarity, activation, retrievability } = components
      expect(score).toBeCloseTo(0.6 * similarity + 0.2 * activation + 0.2 * retrievability, 3)
      expect(components.spreading).toBe(0)
    }
  })

  test('[SEM3] [ACT4] spreading is inside activation and shown on its own', async () => {
    mind.clock.set(start + hours(30))
    const recall = async (more: object = {}) => {
      const answer = await mind.call('semantic_recall', { query: 'FastAPI', context_entities: [flask], ...more })
      return answer.entities.find(({ id }) => id === fast)!.components
    }
    const [strength] = await minds.openStore(mind.dataDir).get([fast])
    const base = baseLevelActivation(strength!.strength, start, mind.clock.now())
    const spreading = contextSpreading([{ weight: 0.1, fan: 1 }])
    expect(await recall()).toMatchObject({ spreading: Number(spreading.toFixed(4)) })
    expect((await recall()).activation).toBeCloseTo(activation(base, spreading), 2)
    expect(await recall({ include_spreading: false })).toMatchObject({ spreading: 0 })
  })

  test('[SEM3] unknown context is skipped and listed', async () => {
    const answer = await mind.call('semantic_recall', { query: 'web', context_entities: [unknownEntity, flask] })
    expect(answer.unknown_context).toEqual([unknownEntity])
    const known = await mind.call('semantic_recall', { query: 'web', context_entities: [flask] })
    expect(known).not.toHaveProperty('unknown_context')
    expect(await refusal(mind, 'semantic_recall', { query: 'web', context_entities: ['nonsense'] })).toMatchObject(
      isValidationError('context_entities.0'),
    )
  })

  test('[COM6] at most 100 of context', async () => {
    const context_entities = Array.from({ length: 101 }, () => fast)
    expect(await refusal(mind, 'semantic_recall', { query: 'web', context_entities })).toMatchObject(
      isValidationError('context_entities'),
    )
  })

  test('[SEM3] an old entity on the topic outranks a fresh one off it', async () => {
    const old = minds.open()
    const topic = await old.call('create_entity', {
      name: 'Kestrel',
      entity_type: 'PROJECT',
      summary: 'The invoicing service, written in Kotlin.',
    })
    old.clock.advance(days(400))
    for (let at = 0; at < 15; at++) {
      const summary = `Ticket ${at}: the garden needs watering and the shed needs paint.`
      await old.call('create_entity', { name: `Chore ${at}`, entity_type: 'FACT', summary })
    }
    const { entities } = await old.call('semantic_recall', { query: 'which language is the invoicing service in?' })
    expect(entities[0]!.id).toBe(topic.id)
  })
})

describe('spread_activation', () => {
  const minds = useMinds()
  let mind: Mind
  const ids: string[] = []
  beforeAll(async () => {
    mind = minds.open()
    for (const name of ['Ada', 'Engine', 'Notes', 'Far']) {
      const { id } = await mind.call('create_entity', { name, entity_type: 'CONCEPT', summary: `${name}.` })
      ids.push(id)
    }
    for (const [source, target] of [
      [0, 1],
      [1, 2],
    ] as const) {
      await mind.call('create_relation', { source_id: ids[source]!, target_id: ids[target]!, relation_type: 'USES' })
    }
  })

  test('[SEM4] seeds start at 1 and are in the answer, which goes down', async () => {
    const answer = await mind.call('spread_activation', { seed_entities: [ids[0]!], steps: 1 })
    expect(answer).toEqual({
      seed_count: 1,
      activated_count: 2,
      activations: [
        { entity_id: ids[0], activation: 0.45 },
        { entity_id: ids[1], activation: 0.45 },
      ],
    })
    const further = await mind.call('spread_activation', { seed_entities: [ids[0]!], steps: 3 })
    expect(further.activations.map(({ entity_id }) => entity_id)).toContain(ids[2])
    expect(further.activations.map(({ entity_id }) => entity_id)).not.toContain(ids[3])
  })

  test('[SEM4] unknown seeds are skipped and listed; all unknown is not_found', async () => {
    const answer = await mind.call('spread_activation', { seed_entities: [ids[0]!, unknownEntity] })
    expect(answer).toMatchObject({ seed_count: 1, unknown_seeds: [unknownEntity] })
    expect(await refusal(mind, 'spread_activation', { seed_entities: [unknownEntity] })).toMatchObject({
      error: 'not_found',
      field: 'seed_entities',
    })
  })

  test('[SEM4] [COM6] 1 to 10 steps, 1 to 100 seeds', async () => {
    const refused = (input: object) => refusal(mind, 'spread_activation', { seed_entities: [ids[0]!], ...input })
    expect(await refused({ steps: 0 })).toMatchObject(isValidationError('steps'))
    expect(await refused({ steps: 11 })).toMatchObject(isValidationError('steps'))
    expect(await refused({ seed_entities: [] })).toMatchObject(isValidationError('seed_entities'))
    const many = Array.from({ length: 101 }, () => ids[0]!)
    expect(await refused({ seed_entities: many })).toMatchObject(isValidationError('seed_entities'))
  })

  test('[COM14] an answer that would be too long says that it was cut', async () => {
    const star = minds.open()
    const hub = (await star.call('create_entity', { name: 'Hub', entity_type: 'CONCEPT', summary: 'Hub.' })).id
    for (let at = 0; at < 20; at++) {
      const leaf = { name: `Leaf ${at}`, entity_type: 'CONCEPT', summary: 'Leaf.' } as const
      const { id } = await star.call('create_entity', leaf)
      await star.call('create_relation', { source_id: hub, target_id: id, relation_type: 'PART_OF' })
    }
    const answer = await star.call('spread_activation', { seed_entities: [hub], max_tokens: 240 })
    expect(answer).toMatchObject({ activated_count: 21, truncated: true })
    expect(answer.activations).toHaveLength(10)
    expect(answer.activations[0]!.entity_id).toBe(hub)
  })
})

describe('get_provenance', () => {
  const minds = useMinds()

  test('[SEM7] an unknown id was not found, and that is all', async () => {
    expect(await minds.open().call('get_provenance', { entity_id: unknownEntity })).toEqual({
      entity_id: unknownEntity,
      found: false,
    })
  })

  test('[SEM7] tells the source as given, source episodes, grounds and versions', async () => {
    const mind = minds.open()
    const episode = await mind.call('create_episode', { content: 'Read the FastAPI documentation.' })
    const ground = await mind.call('create_entity', { name: 'Starlette', entity_type: 'TOOL', summary: 'ASGI.' })
    const first = await mind.call('create_entity', { ...fastApi, source: episode.id, derived_from: [ground.id] })
    mind.clock.advance(days(1))
    const { new_id } = await mind.call('supersede_fact', { entity_id: first.id, new_summary: 'Even more modern.' })
    const expected = {
      found: true,
      name: 'FastAPI',
      source: episode.id,
      source_episodes: [{ id: episode.id, timestamp: episode.timestamp }],
      derived_from: [{ id: ground.id, kind: 'entity', is_current: true }],
    }
    const versions = [
      { id: first.id, summary: fastApi.summary, valid_to: '2026-01-06T09:00:00Z' },
      { id: new_id, summary: 'Even more modern.', valid_to: null },
    ]
    for (const entity_id of [first.id, new_id]) {
      const provenance = await mind.call('get_provenance', { entity_id })
      expect(provenance).toMatchObject({ entity_id, ...expected, versions })
    }
  })

  test('[SEM7] a version that was superseded in the moment it was told has its grounds too', async () => {
    const mind = minds.open()
    const episode = await mind.call('create_episode', { content: 'Read the FastAPI documentation.' })
    const first = await mind.call('create_entity', { ...fastApi, source: episode.id })
    const { new_id } = await mind.call('supersede_fact', { entity_id: first.id, new_summary: 'Even more modern.' })
    for (const entity_id of [first.id, new_id]) {
      const { source_episodes } = await mind.call('get_provenance', { entity_id })
      expect(source_episodes).toEqual([{ id: episode.id, timestamp: episode.timestamp }])
    }
  })

  test('[COM3] of an entity in another session nothing is told', async () => {
    const mind = minds.open()
    const { id } = await mind.call('create_entity', { ...fastApi, session_id: 'theirs' })
    expect(await mind.call('get_provenance', { entity_id: id, session_id: 'mine' })).toMatchObject({ found: false })
  })
})
