import { beforeEach, describe, expect, test } from 'vitest'
import { days, hours } from '../support/memories.js'
import { isValidationError, type Mind, refusal, useMinds } from '../support/minds.js'

const minds = useMinds()
let mind: Mind
beforeEach(() => {
  mind = minds.open()
})

const entity = async (name: string, summary = `${name} is a tool.`) =>
  (await mind.call('create_entity', { name, entity_type: 'TOOL', summary })).id
const relate = (source_id: string, target_id: string, initial_weight = 0.8) =>
  mind.call('create_relation', { source_id, target_id, relation_type: 'USES', initial_weight })
const supersede = async (entity_id: string, new_summary: string) =>
  (await mind.call('supersede_fact', { entity_id, new_summary } as never)).new_id as string
const spreadingOf = async (context_entities: string[], id: string) => {
  const { entities } = await mind.call('semantic_recall', { query: 'tool', context_entities })
  return entities.find((each) => each.id === id)!.components.spreading
}

describe('[ACT4] context', () => {
  test('[ACT4] an entity of the context does not spread to itself by its edges to others', async () => {
    const [kafka, redis] = [await entity('Kafka'), await entity('Redis')]
    await relate(kafka, redis)
    expect(await spreadingOf([kafka], kafka)).toBe(0)
    const toRedis = await spreadingOf([kafka], redis)
    expect(toRedis).toBeGreaterThan(0)
    // Half of the attention each, and nothing of it comes from itself.
    expect(await spreadingOf([kafka, redis], redis)).toBeCloseTo(toRedis / 2, 3)
  })
})

describe('[ACT5] a low weight', () => {
  test('[ACT5] that a relation was made with lasts until it has decayed', async () => {
    const [kafka, redis] = [await entity('Kafka'), await entity('Redis')]
    await relate(kafka, redis, 0.005)
    const related = async () => {
      const { activations } = await mind.call('spread_activation', { seed_entities: [kafka], threshold: 0 })
      return activations.some(({ entity_id }) => entity_id === redis)
    }
    await mind.call('consolidate_now', { consolidation_type: 'all' })
    expect(await related()).toBe(true)
    mind.clock.advance(days(40))
    await mind.call('consolidate_now', { consolidation_type: 'all' })
    expect(await related()).toBe(false)
  })
})

describe('[EPI5] query_at_time', () => {
  test('[EPI5] tells the name, type and summary that an entity had then', async () => {
    const id = await entity('Kafka', 'Kafka runs on three brokers.')
    mind.clock.advance(hours(2))
    const next = await supersede(id, 'Kafka runs on five brokers.')
    mind.clock.advance(hours(1))
    const at = async (hoursAgo: number) => {
      const point_in_time = new Date(mind.clock.now() - hours(hoursAgo)).toISOString()
      const { entities } = await mind.call('query_at_time', {
        query: 'Kafka brokers',
        point_in_time,
        include: ['entities'],
      })
      return entities!.map(({ id, name, entity_type, summary }) => ({ id, name, entity_type, summary }))
    }
    expect(await at(2)).toEqual([{ id, name: 'Kafka', entity_type: 'TOOL', summary: 'Kafka runs on three brokers.' }])
    expect(await at(0)).toEqual([
      { id: next, name: 'Kafka', entity_type: 'TOOL', summary: 'Kafka runs on five brokers.' },
    ])
    const { episodes } = await mind.call('query_at_time', { query: 'x', point_in_time: '2027-01-01' })
    expect(episodes).toEqual([])
  })
})

describe('[SEM5] the id of a superseded entity', () => {
  test('[SEM5] [SEM4] as a seed leads to the current one', async () => {
    const [kafka, redis] = [await entity('Kafka'), await entity('Redis')]
    await relate(kafka, redis)
    const current = await supersede(await supersede(kafka, 'Kafka is a log.').then((id) => id), 'Kafka is a queue.')
    const spread = (seed_entities: string[]) => mind.call('spread_activation', { seed_entities })
    expect(await spread([kafka])).toEqual(await spread([current]))
    expect(await spread([kafka, current])).toMatchObject({ seed_count: 1 })
    expect(await spread([kafka])).not.toHaveProperty('unknown_seeds')
  })

  test('[SEM5] [SEM3] in the context leads to the current one', async () => {
    const [kafka, redis] = [await entity('Kafka'), await entity('Redis')]
    await relate(kafka, redis)
    const current = await supersede(kafka, 'Kafka is a log.')
    expect(await spreadingOf([kafka], redis)).toBe(await spreadingOf([current], redis))
    expect(await spreadingOf([kafka], redis)).toBeGreaterThan(0)
    const { unknown_context } = await mind.call('semantic_recall', { query: 'tool', context_entities: [kafka] })
    expect(unknown_context).toBeUndefined()
  })

  test('[SEM5] [GWT16] as an end of a link leads to the current one', async () => {
    const kafka = await entity('Kafka')
    const current = await supersede(kafka, 'Kafka is a log.')
    const note = await mind.call('gwt_store', { content: 'Ask about the log.', memory_type: 'working', link_to: kafka })
    expect(note.linked_to).toEqual([current])
    const other = await mind.call('gwt_store', { content: 'Buy a broker.', memory_type: 'working' })
    expect(await mind.call('gwt_link', { source_id: other.id, target_id: kafka })).toEqual({
      status: 'ok',
      source_id: other.id,
      target_id: current,
    })
    expect(await mind.call('gwt_link', { source_id: kafka, target_id: current })).toMatchObject({ status: 'invalid' })
  })
})

describe('[SEM1] names', () => {
  test('[SEM1] case and white space around or inside do not make another entity', async () => {
    const id = await entity('Apache Kafka')
    for (const name of [' Apache Kafka ', 'APACHE KAFKA', 'apache\t kafka', 'Apache\u00a0Kafka']) {
      const refused = await refusal(mind, 'create_entity', { name, entity_type: 'TOOL', summary: 'Again.' })
      expect(refused).toMatchObject({ ...isValidationError('name'), message: expect.stringContaining(id) })
    }
    const spaced = await mind.call('create_entity', { name: ' Kafka ', entity_type: 'TOOL', summary: 'A log.' })
    expect(spaced.name).toBe(' Kafka ')
    expect(await refusal(mind, 'create_entity', { name: 'KAFKA', entity_type: 'TOOL', summary: 'x' })).toMatchObject({
      message: expect.stringContaining(spaced.id),
    })
  })
})

describe('[COM3] a session', () => {
  test('[COM3] is as visible through its resource as through session_filter', async () => {
    const { id } = await mind.call('create_episode', { content: 'The rope is blue.', session_id: 'ben' })
    const anna = minds.open({ dataDir: mind.dataDir, session: 'anna', clock: mind.clock })
    const { episodes: filtered } = await anna.call('recall_episodes', { query: 'rope', session_filter: 'ben' })
    expect(filtered.map((episode) => episode.id)).toEqual([id])
    const { episodes } = (await anna.resources.read('memory://episodes/ben')) as { episodes: { id: string }[] }
    expect(episodes.map((episode) => episode.id)).toEqual([id])
  })
})
