import { beforeAll, describe, expect, test } from 'vitest'
import { estimateTokens } from '#ww/memory/token-budget.js'
import { allRows } from '../../support/database.js'
import { type Mind, useMinds } from '../../support/minds.js'

const minds = useMinds()
const supported = ['auto', 'generic', 'semantic', 'structured', 'graph', 'hybrid']

const entity = async (mind: Mind, name: string, more: { session_id?: string; project?: string } = {}) =>
  (await mind.call('create_entity', { name, entity_type: 'TOOL', summary: `About ${name}.`, ...more })).id

const relate = (mind: Mind, source_id: string, relation_type: 'USES' | 'PART_OF', target_id: string, more = {}) =>
  mind.call('create_relation', { source_id, target_id, relation_type, ...more })

describe('gwt_resolve', () => {
  let mind: Mind
  beforeAll(async () => {
    mind = minds.open()
    for (const text of [
      'name=Lamp, price=4.50, region=North',
      'name=Desk, price=90, region=South',
      'Atlas -> owned_by -> Team Falcon',
      'Team Falcon -> managed_by -> Alice',
      'We talked about the lamp for a long time, and Ann wanted it brighter.',
    ])
      await mind.call('remember', { text })
    const [gateway, broker, cluster] = [
      await entity(mind, 'Gateway'),
      await entity(mind, 'Broker'),
      await entity(mind, 'Cluster'),
    ]
    await relate(mind, gateway, 'USES', broker)
    await relate(mind, broker, 'PART_OF', cluster)
  })
  const resolve = (question: string, more = {}) => mind.call('gwt_resolve', { question, ...more })

  test('[GWT6] answers with the contract’s keys; the planner is the requested one', async () => {
    const answer = await resolve('How many are in region North?')
    expect(Object.keys(answer).sort()).toEqual(['context_count', 'evidence_plan', 'planner', 'question'])
    expect(Object.keys(answer.evidence_plan).sort()).toEqual(['answer', 'evidence', 'metadata', 'queries', 'strategy'])
    expect(answer).toMatchObject({
      question: 'How many are in region North?',
      planner: 'auto',
      evidence_plan: { strategy: 'structured', answer: '1', metadata: { effective_planner: 'structured' } },
    })
  })

  test.each([
    ['How many are in region North?', 'auto', 'structured', '1'],
    ['Who manages the team that owns Atlas?', 'auto', 'graph', 'Alice'],
    ['What did we say about the lamp?', 'auto', 'semantic', ''],
    ['What did we say about the lamp?', 'generic', 'semantic', ''],
    ['How many are in region North?', 'semantic', 'semantic', ''],
    ['Who owns Atlas?', 'structured', 'structured', ''],
    ['Who owns Atlas?', 'hybrid', 'graph+semantic', 'Team Falcon'],
  ])('[GWT6] %s by %s is for %s: %s', async (question, planner, effective, answer) => {
    expect(await resolve(question, { planner })).toMatchObject({
      planner,
      evidence_plan: { answer, metadata: { effective_planner: effective } },
    })
  })

  test.each([
    ['What does Gateway use?', 'Broker'],
    ['What uses Broker?', 'Gateway'],
    ['What is Broker part of?', 'Cluster'],
    ['What is the thing that Gateway uses part of?', 'Cluster'],
  ])('[GWT9] typed edges of the memory door answer: %s', async (question, answer) => {
    expect((await resolve(question, { planner: 'graph' })).evidence_plan).toMatchObject({ strategy: 'graph', answer })
  })

  test('[GWT9] edges and texts are one graph', async () => {
    await mind.call('remember', { text: 'Cluster -> located_in -> Oslo' })
    const { evidence_plan } = await resolve('Where is the thing located that Broker is part of?', { planner: 'graph' })
    expect(evidence_plan).toMatchObject({ answer: 'Oslo', metadata: { depth: 2 } })
    expect(evidence_plan.evidence).toEqual(['Broker -> PART_OF -> Cluster', 'Cluster -> located_in -> Oslo'])
  })

  test('[GWT9] a broken path says where it broke', async () => {
    const { evidence_plan } = await resolve('Who manages the manager of Team Falcon?', { planner: 'graph' })
    expect(evidence_plan.answer).toMatch(/^none: the path breaks at Alice/)
    expect(evidence_plan.metadata.broken_at).toMatchObject({ hop: 2, nodes: ['Alice'] })
  })

  test('[GWT6] k is how many memories the plan looks at', async () => {
    const three = await resolve('What did we say about the lamp?', { k: 3 })
    expect(three.context_count).toBe(3)
    expect(three.evidence_plan.evidence.join()).toContain('We talked about the lamp')
    expect(three.evidence_plan.metadata.context_count).toBe(3)
  })

  test('[GWT6] changes nothing at all', async () => {
    const before = allRows(mind.dataDir)
    for (const planner of supported) await resolve('Who owns Atlas?', { planner })
    expect(allRows(mind.dataDir)).toEqual(before)
  })

  test.each([
    [{ question: ' ' }, { error: 'question must not be blank' }],
    [{}, { error: 'question is required' }],
    [{ question: 'Why?', k: 0 }, { error: 'k must be at least 1' }],
    [
      { question: 'Why?', planner: 'magic' },
      { error: `planner must be one of: ${supported.join(', ')}`, supported_planners: supported },
    ],
  ])('[GWT1] %j is an answer with an error', async (input, refusal) => {
    expect(await mind.call('gwt_resolve', input as never)).toEqual(refusal)
  })
})

describe('gwt_resolve sees nothing out of sight', () => {
  let mind: Mind
  beforeAll(async () => {
    mind = minds.open()
    const shared = { session_id: 'two' }
    const gateway = await entity(mind, 'Gateway', shared)
    const broker = await entity(mind, 'Broker', { ...shared, project: 'secret' })
    await relate(mind, gateway, 'USES', broker, { ...shared, project: '*' })
    await mind.call('remember', { text: 'Atlas -> owned_by -> Alice', session_id: 'two' })
    await mind.call('remember', { text: 'Zeus -> owned_by -> Bob', session_id: 'one' })
    await mind.call('remember', { text: 'name=Lamp, price=4', session_id: 'two' })
  })
  const answerTo = async (question: string, scope: { session_id?: string; project?: string }) =>
    (await mind.call('gwt_resolve', { question, ...scope })).evidence_plan.answer

  test('[COM3] [GWT6] records and facts of another session', async () => {
    expect(await answerTo('Who owns Atlas?', { session_id: 'two' })).toBe('Alice')
    expect(await answerTo('Who owns Zeus?', { session_id: 'one' })).toBe('Bob')
    expect(await answerTo('Who owns Atlas?', { session_id: 'one' })).toBe('')
    expect(await answerTo('What is the highest price?', { session_id: 'two' })).toBe('4')
    expect(await answerTo('What is the highest price?', { session_id: 'one' })).toBe('')
  })

  test('[COM3] [COM13] [GWT9] the far end of an edge', async () => {
    expect(await answerTo('What does Gateway use?', { session_id: 'two' })).toBe('Broker')
    expect(await answerTo('What does Gateway use?', { session_id: 'two', project: 'shop' })).toBe('')
    expect(await answerTo('What does Gateway use?', { session_id: 'one' })).toBe('')
  })

  test('[COM3] [GWT6] memories of another session are no context', async () => {
    const { context_count } = await mind.call('gwt_resolve', { question: 'What about Atlas?', session_id: 'three' })
    expect(context_count).toBe(0)
  })

  test('[GWT6] what was never told has no context, however much else is there', async () => {
    const own = minds.open()
    for (let day = 1; day < 20; day++)
      await own.call('remember', { text: `On day ${day} the harbour was closed because of the storm.` })
    const told = await own.call('gwt_resolve', { question: 'When was the harbour closed?' })
    expect(told.context_count).toBe(19)
    const question = 'Which violin concerto did the orchestra rehearse?'
    const never = await own.call('gwt_resolve', { question })
    expect(never).toMatchObject({ context_count: 0, evidence_plan: { strategy: 'semantic', evidence: [] } })
  })
})

describe('gwt_resolve stays small', () => {
  test('[COM14] [GWT6] an answer larger than its budget is cut, and metadata says so', async () => {
    const mind = minds.open()
    const long = 'long '.repeat(3_000)
    for (let number = 0; number < 30; number++)
      await mind.call('remember', { text: JSON.stringify({ name: `Item ${number}`, note: long, region: 'North' }) })
    const question = 'List all items in region North'
    const answer = await mind.call('gwt_resolve', { question, planner: 'structured', max_tokens: 1_000 })
    expect(answer.evidence_plan.answer).toContain('Item 0')
    expect(answer.evidence_plan.metadata).toMatchObject({ matched_count: 30, shortened: true })
    expect(estimateTokens(JSON.stringify(answer))).toBeLessThanOrEqual(1_000)
  })

  test('[GWT9] a hub with a thousand neighbours is counted, not listed', async () => {
    const mind = minds.open()
    const facts = Array.from({ length: 1_000 }, (_, at) => `Service ${at} -> depends_on -> Hub`)
    await mind.call('remember', { text: facts.join('\n') })
    const { evidence_plan } = await mind.call('gwt_resolve', { question: 'What depends on Hub?' })
    expect(evidence_plan.answer).toMatch(/^Service 0, Service 1, .*, and 950 more$/)
    expect(evidence_plan.evidence.length).toBeLessThanOrEqual(50)
  })
})
