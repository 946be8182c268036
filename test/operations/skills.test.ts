import { beforeAll, describe, expect, test } from 'vitest'
import { domains } from '#ww/memory/memory.js'
import { rowCounts } from '../support/database.js'
import { idOf } from '../support/memories.js'
import { isValidationError, type Mind, refusal, useMinds } from '../support/minds.js'
import { aSkill, deployExample, doing } from '../support/skills.js'

describe('create_skill', () => {
  const minds = useMinds()
  let mind: Mind
  beforeAll(() => {
    mind = minds.open()
  })
  const facetsOf = async (id: string) => (await mind.call('get_memory', { id })).facets

  test('[PRO1] [PRO2] the contract’s example is learnt, its commands word for word', async () => {
    const answer = await mind.call('create_skill', deployExample)
    expect(answer).toEqual({
      created: true,
      id: expect.stringMatching(/^proc-/),
      name: 'Devops: Run command pytest tests/',
      domain: 'devops',
      trigger_pattern: 'containerize and deploy application',
      step_count: 3,
      script:
        '# Step 1: Run command pytest tests/\npytest tests/\n' +
        '# Step 2: Run command docker build -t myapp .\ndocker build -t myapp .\n' +
        '# Step 3: Run command docker push myapp\ndocker push myapp',
    })
    expect(await mind.call('get_memory', { id: answer.id! })).toMatchObject({
      kind: 'procedure',
      state: 'active',
      content:
        'Devops: Run command pytest tests/\ncontainerize and deploy application\nRun command pytest tests/\n' +
        'Run command docker build -t myapp .\nRun command docker push myapp',
    })
  })

  test.each([0.7, 0.70001, 1])('[PRO1] an outcome of %d is learnt', async (outcome_score) => {
    expect(await mind.call('create_skill', { ...deployExample, outcome_score })).toMatchObject({ created: true })
  })

  test.each([0, 0.6, 0.6999])('[PRO1] one of %d is not: the reason says why, and nothing is stored', async (score) => {
    const before = rowCounts(mind.dataDir)
    expect(await mind.call('create_skill', { ...deployExample, outcome_score: score })).toEqual({
      created: false,
      reason: `Outcome score ${score} < 0.7 threshold`,
    })
    expect(rowCounts(mind.dataDir)).toEqual(before)
  })

  test('[PRO2] name and trigger are kept as told, and made from the first action when they are not', async () => {
    const trajectory = [{ description: 'Read the paper' }, { action: 'Write the review' }]
    const told = { name: ' Review a paper ', trigger_pattern: 'peer review\nof a paper' }
    expect(await mind.call('create_skill', { ...deployExample, trajectory, ...told })).toMatchObject(told)
    for (const nothing of [{}, { name: null, trigger_pattern: null }]) {
      const answer = await mind.call('create_skill', { trajectory, outcome_score: 1, domain: 'writing', ...nothing })
      expect(answer).toMatchObject({ name: 'Writing: Read the paper', trigger_pattern: 'Read the paper' })
    }
  })

  test('[COM4] every key and value of the steps is kept', async () => {
    const step = JSON.parse(
      '{"tool":"日本","action":" Say\\n it ","parameters":{"__proto__":{"x":1},"":[null,1.5,"👩‍👩‍👧"],"command":"echo \\"a\\"\\n# Step 9: no"},"result":{"nested":{"ok":false}},"cost":0.2}',
    )
    const [stored] = (await facetsOf(await aSkill(mind, { trajectory: [step] }))).steps as Record<string, unknown>[]
    expect(stored).toMatchObject({ order: 1, tool: step.tool, action: step.action, command: step.parameters.command })
    expect(JSON.stringify(stored!.parameters)).toBe(JSON.stringify(step.parameters))
    expect(JSON.stringify(stored!.result)).toBe(JSON.stringify(step.result))
    expect(stored!.other).toEqual({ cost: 0.2 })
  })

  test('[COM6] a trajectory has 1 to 1000 steps', async () => {
    const steps = (count: number) => Array.from({ length: count }, (_, index) => ({ action: `Count ${index}` }))
    expect(await mind.call('create_skill', { ...deployExample, trajectory: steps(1_000) })).toMatchObject({
      step_count: 1_000,
    })
    for (const count of [0, 1_001]) {
      expect(await refusal(mind, 'create_skill', { ...deployExample, trajectory: steps(count) })).toMatchObject(
        isValidationError('trajectory'),
      )
    }
  })

  test('[COM6] of JSON that is not larger than a skill can be', async () => {
    const large = { tool: 'write', parameters: { text: 'x'.repeat(60_000) } }
    const tooMany = { ...deployExample, trajectory: Array.from({ length: 100 }, () => large) }
    expect(await refusal(mind, 'create_skill', tooMany)).toMatchObject(isValidationError('trajectory'))
    const tooLarge = { tool: 'write', parameters: { text: 'x'.repeat(65_536) } }
    expect(await refusal(mind, 'create_skill', { ...deployExample, trajectory: [large, tooLarge] })).toMatchObject(
      isValidationError('trajectory.1'),
    )
  })

  test.each<[string, unknown]>([
    ['a NUL deep inside', { tool: 'x', parameters: { list: [{ text: 'be\0fore' }] } }],
    ['half a surrogate pair deep inside', { tool: 'x', result: ['\ud83d'] }],
    ['nothing that says what was done', { result: 'ok', parameters: {} }],
    ['a tool that is no text', { tool: 7 }],
    ['an action that is no text', { action: ['a'] }],
    ['a text in the place of a step', 'run tests'],
  ])('[COM4] [COM6] refused, by its number: %s', async (_, step) => {
    const before = rowCounts(mind.dataDir)
    const trajectory = [{ tool: 'first' }, step]
    expect(await refusal(mind, 'create_skill', { ...deployExample, trajectory })).toMatchObject(
      isValidationError('trajectory.1'),
    )
    expect(rowCounts(mind.dataDir)).toEqual(before)
  })

  test('[COM5] an unknown domain is refused, and the known ones listed', async () => {
    const error = await refusal(mind, 'create_skill', { ...deployExample, domain: 'Devops' })
    expect(error).toMatchObject(isValidationError('domain'))
    expect(error.message).toContain(domains.join(', '))
  })

  test('[PRO4] remember makes one that nobody has tried', async () => {
    const text = 'To bake bread: mix, knead, wait, bake.'
    const { id } = await mind.call('remember', { text, kind: 'procedure' })
    expect(await facetsOf(id)).toEqual({
      name: 'To bake bread',
      trigger_pattern: 'To bake bread',
      domain: 'coding',
      steps: [],
      script: '',
      success_rate: 0.5,
      execution_count: 0,
      runs: [],
    })
    expect(await mind.call('execute_skill', { procedure_id: id, success: true })).toMatchObject({
      success_rate: 1,
      execution_count: 1,
    })
    expect(await refusal(mind, 'execute_skill', { procedure_id: id, success: false, failed_step: 1 })).toMatchObject(
      isValidationError('failed_step'),
    )
  })
})

describe('deprecate_skill', () => {
  const minds = useMinds()
  let mind: Mind
  beforeAll(() => {
    mind = minds.open()
  })

  test('[PRO5] no recall returns it any more, get_memory still does, with the reason', async () => {
    const reason = 'Replaced by containerized deployment workflow'
    const procedure_id = await aSkill(mind, { trajectory: doing('Copy the jar by hand') })
    const query = 'copy the jar'
    mind.clock.advance(1_000)
    expect(await mind.call('deprecate_skill', { procedure_id, reason })).toEqual({
      id: procedure_id,
      deprecated: true,
      reason,
    })
    expect((await mind.call('recall_skill', { task: query })).total).toBe(0)
    expect((await mind.call('how_to', { task: query })).total).toBe(0)
    expect((await mind.call('recall', { query })).total).toBe(0)
    expect((await mind.call('recall_episodes', { query, kinds: ['procedure'] })).total).toBe(0)
    expect((await mind.call('memory_stats', {})).collections.procedures).toBe(0)
    expect(await mind.call('get_memory', { id: procedure_id })).toMatchObject({
      state: 'retired',
      facets: { deprecated: true, deprecation_reason: reason },
    })
    const before = { query, include: ['procedures' as const], point_in_time: '2026-01-05T09:00:00Z' }
    expect((await mind.call('query_at_time', before)).procedures).toHaveLength(1)
  })

  test('[PRO5] again, it changes nothing and the first reason stays', async () => {
    const procedure_id = await aSkill(mind)
    await mind.call('deprecate_skill', { procedure_id, reason: 'outdated' })
    for (const reason of ['outdated', 'another', null, undefined]) {
      expect(await mind.call('deprecate_skill', { procedure_id, reason })).toMatchObject({ reason: 'outdated' })
    }
    expect((await mind.call('get_memory', { id: procedure_id })).version).toBe(2)
  })

  test('[PRO5] a reason may be left out, and told later', async () => {
    const procedure_id = await aSkill(mind)
    expect(await mind.call('deprecate_skill', { procedure_id })).toMatchObject({ deprecated: true, reason: null })
    expect(await mind.call('deprecate_skill', { procedure_id, reason: 'too slow' })).toMatchObject({
      reason: 'too slow',
    })
  })

  test('[PRO5] [CON6] brought back, it is as before', async () => {
    const procedure_id = await aSkill(mind, { trajectory: doing('Water the ferns') })
    const before = await mind.call('get_memory', { id: procedure_id })
    await mind.call('deprecate_skill', { procedure_id, reason: 'they are of plastic' })
    expect(await mind.call('bring_back', { id: procedure_id })).toMatchObject({ state: 'active', was: 'retired' })
    expect(await mind.call('get_memory', { id: procedure_id })).toMatchObject({
      state: 'active',
      facets: before.facets,
    })
    expect((await mind.call('get_memory', { id: procedure_id })).facets).toEqual(before.facets)
    const { procedures } = await mind.call('recall_skill', { task: 'water the ferns' })
    expect(procedures[0]?.id).toBe(procedure_id)
  })

  test('[PRO5] of several at once one writes', async () => {
    const procedure_id = await aSkill(mind)
    const other = minds.open({ dataDir: mind.dataDir })
    const reasons = await Promise.all(
      [mind, other, mind, other].map(
        async (each, index) => (await each.call('deprecate_skill', { procedure_id, reason: `no. ${index}` })).reason,
      ),
    )
    expect(new Set(reasons).size).toBe(1)
    expect((await mind.call('get_memory', { id: procedure_id })).version).toBe(2)
  })

  test.each(['deprecate_skill', 'execute_skill'] as const)(
    '[PRO5] [COM1] [COM3] %s: not_found for an id that is unknown or out of sight, a bare UUID will do',
    async (name) => {
      const input = (procedure_id: string) => ({ procedure_id, ...(name === 'execute_skill' ? { success: true } : {}) })
      const missing = { error: 'not_found', field: 'procedure_id' }
      expect(await refusal(mind, name, input(idOf(404, 'procedure')))).toMatchObject(missing)
      expect(await refusal(mind, name, input(idOf(1)))).toMatchObject(isValidationError('procedure_id'))
      expect(await refusal(mind, name, input('proc-ghi789'))).toMatchObject(isValidationError('procedure_id'))
      const id = await aSkill(mind, { session_id: 'anna' })
      expect(await refusal(mind, name, { ...input(id), session_id: 'ben' })).toMatchObject(missing)
      const bare = input(id.replace('proc-', '').toUpperCase())
      expect(await mind.call(name, bare as never)).toMatchObject({ id })
    },
  )
})

describe('a corrected skill', () => {
  const minds = useMinds()
  const text = 'To deploy: call Anna. She has the keys.'

  test('[OPS6] [PRO4] is told in the new words, under a new id, and untried', async () => {
    const mind = minds.open()
    const id = await aSkill(mind, { name: 'Deploy' })
    await mind.call('execute_skill', { procedure_id: id, success: false, error: 'no key' })
    const { new_id } = await mind.call('correct', { id, text })
    const { procedures } = await mind.call('recall_skill', { task: 'deploy' })
    expect(procedures).toMatchObject([
      { id: new_id, name: 'Deploy', domain: 'devops', content: text, steps: [], execution_count: 0 },
    ])
    expect((await mind.call('get_memory', { id })).facets).toMatchObject({ execution_count: 2 })
    for (const name of ['execute_skill', 'deprecate_skill'] as const) {
      const input = { procedure_id: id, ...(name === 'execute_skill' ? { success: true } : {}) }
      const error = await refusal(mind, name, input)
      expect(error).toMatchObject(isValidationError('procedure_id'))
      expect(error.message).toContain(new_id)
    }
  })

  test('[OPS6] [PRO5] a name that came from the text follows it; what was deprecated is so no more', async () => {
    const mind = minds.open()
    const { id } = await mind.call('remember', { text: 'To deploy: push the button.', kind: 'procedure' })
    await mind.call('deprecate_skill', { procedure_id: id, reason: 'there is no button' })
    const { new_id } = await mind.call('correct', { id, text: 'To ship: call Anna.' })
    const { facets, state } = await mind.call('get_memory', { id: new_id })
    expect(state).toBe('active')
    expect(facets).toMatchObject({ name: 'To ship', trigger_pattern: 'To ship', domain: 'coding' })
    expect(facets).not.toHaveProperty('deprecated')
    expect(facets).not.toHaveProperty('deprecation_reason')
  })
})
