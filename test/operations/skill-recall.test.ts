import { beforeAll, describe, expect, test } from 'vitest'
import { defaultWeights } from '#ww/memory/activation/weights.js'
import { similarityOf } from '#ww/memory/procedural/skill-score.js'
import { operations } from '#ww/operations/index.js'
import { anEdge, newMemories, start } from '../support/memories.js'
import { idsOf, isValidationError, type Mind, refusal, useMinds } from '../support/minds.js'
import { aSkill, deployExample, doing } from '../support/skills.js'

describe('recall_skill', () => {
  const minds = useMinds()
  let mind: Mind
  let deploy: string
  beforeAll(async () => {
    mind = minds.open()
    deploy = await aSkill(mind, { name: 'Deploy FastAPI to production', trigger_pattern: 'deploy web application' })
    await aSkill(mind, { domain: 'coding', trajectory: doing('Reproduce the bug', 'Write a failing test', 'Mend it') })
    await aSkill(mind, { domain: 'writing', trajectory: doing('Outline the chapters', 'Write the novel') })
  })

  test('[PRO3] the contract’s fields, and the formula', async () => {
    for (let run = 0; run < 4; run++) {
      await mind.call('execute_skill', { procedure_id: deploy, success: run > 0 })
    }
    const answer = await mind.call('recall_skill', { task: 'deploy web application' })
    expect(answer).toMatchObject({
      task: 'deploy web application',
      count: 3,
      total: 3,
      offset: 0,
      limit: 5,
      has_more: false,
      nothing_relevant: false,
    })
    expect(answer).not.toHaveProperty('query')
    const [best] = answer.procedures
    expect(best).toMatchObject({
      id: deploy,
      name: 'Deploy FastAPI to production',
      domain: 'devops',
      trigger_pattern: 'deploy web application',
      success_rate: 0.8,
      execution_count: 5,
      components: { success_rate: 0.8, experience: 0.5 },
      project: null,
    })
    expect(best?.steps[1]).toEqual({
      order: 2,
      action: 'Run command docker build -t myapp .',
      tool: 'run_command',
      command: 'docker build -t myapp .',
    })
    for (const { score, components } of answer.procedures) {
      const { similarity, success_rate, experience } = components
      expect(score).toBeCloseTo(0.6 * similarity + 0.3 * success_rate + 0.1 * experience, 3)
    }
  })

  test('[PRO3] without executions the rate counts 0.5, and a skill without steps shows what was told', async () => {
    const bakery = minds.open()
    const text = 'To bake bread: mix, knead, wait, bake.'
    await bakery.call('remember', { text, kind: 'procedure' })
    const [bread] = (await bakery.call('recall_skill', { task: 'bake bread' })).procedures
    expect(bread).toMatchObject({ content: text, steps: [], components: { success_rate: 0.5, experience: 0 } })
    expect(bread!.score).toBeCloseTo(0.6 * bread!.components.similarity + 0.15, 3)
  })

  test('[PRO3] of two that fit alike, the one that worked more often comes first', async () => {
    const shop = minds.open()
    const [lucky, tried] = [await aSkill(shop), await aSkill(shop)]
    await shop.call('execute_skill', { procedure_id: lucky, success: false })
    await shop.call('execute_skill', { procedure_id: tried, success: true })
    const { procedures } = await shop.call('recall_skill', { task: 'deploy the application' })
    expect(idsOf(procedures)).toEqual([tried, lucky])
  })

  test('[PRO3] [EPI3] relevance decides what is in each window of ten, the formula its order', async () => {
    const skills = Array.from({ length: 35 }, (_, i) => ({
      kind: 'procedure' as const,
      text: `Harvest ${i}: ${'apples '.repeat(i % 7)}and ${i % 3 ? 'pears' : 'wheat'}.`,
      facets: { name: `Harvest ${i}`, domain: 'coding', success_rate: (i % 11) / 10, execution_count: i },
    }))
    const orchard = minds.open({ dataDir: await minds.folderWith(await newMemories(skills)) })
    const task = 'apples of the harvest'
    const { procedures } = await orchard.call('recall_skill', { task, limit: 100 })
    const { memories } = await orchard.call('recall', { query: task, limit: 100 })
    for (let from = 0; from < skills.length; from += 10) {
      const window = procedures.slice(from, from + 10)
      expect(idsOf(window).sort()).toEqual(idsOf(memories.slice(from, from + 10)).sort())
      expect(window.map(({ score }) => score)).toEqual(window.map(({ score }) => score).sort((a, b) => b - a))
    }
    const paged = await Promise.all(
      [0, 5, 10, 30].map((offset) => orchard.call('recall_skill', { task, offset, limit: 5 })),
    )
    for (const page of paged) {
      // With a limit under ten the windows have its size.
      expect(idsOf(page.procedures).sort()).toEqual(idsOf(memories.slice(page.offset, page.offset + 5)).sort())
      const scores = page.procedures.map(({ score }) => score)
      expect(scores).toEqual(scores.toSorted((a, b) => b - a))
      expect(page).toMatchObject({ total: 35, count: 5, has_more: page.offset < 30 })
    }
  })

  test('[PRO3] a domain filters before anything is cut; an unknown one is refused', async () => {
    const ask = { task: 'deploy web application' }
    const { procedures, total } = await mind.call('recall_skill', { ...ask, domain: 'writing' })
    expect(total).toBe(1)
    expect(procedures[0]?.domain).toBe('writing')
    expect((await mind.call('recall_skill', { ...ask, domain: 'trading' })).total).toBe(0)
    expect((await mind.call('recall_skill', { ...ask, domain: null })).total).toBe(3)
    expect(await refusal(mind, 'recall_skill', { ...ask, domain: 'cooking' })).toMatchObject(
      isValidationError('domain'),
    )
  })

  test('[PRO3] the skill that does the opposite of the task does not come first', async () => {
    const bakery = minds.open()
    const on = await aSkill(bakery, {
      name: 'Get the oven going',
      trigger_pattern: 'Bring the big deck oven up to heat before the first loaves',
      trajectory: doing('Check that the blue tap is open', 'Main switch on', 'Wait for both green lamps'),
    })
    const off = await aSkill(bakery, {
      name: 'Put the oven to bed',
      trigger_pattern: 'Switch the deck oven off at the end of the bake',
      trajectory: doing('Empty both decks', 'Main switch off', 'Close the blue tap'),
    })
    const firstFor = async (task: string) => (await bakery.call('recall_skill', { task })).procedures[0]?.id
    expect(await firstFor('loaves are done, shut the big oven down')).toBe(off)
    expect(await firstFor('start the big oven for the first bake')).toBe(on)
  })

  test('[PRO3] what a skill is for counts, not what its steps have in common with the task', async () => {
    const cafe = minds.open()
    const wash = await aSkill(cafe, {
      name: 'Run the dishwasher',
      trigger_pattern: 'Wash the cups',
      trajectory: doing('Load the rack', 'Check the detergent', 'Press the long cycle'),
    })
    await aSkill(cafe, {
      name: 'Count the stock',
      trigger_pattern: 'Take the inventory at the end of the month',
      trajectory: doing('Count the cups', 'Count the plates', 'Write down how many are dirty', 'Wash hands'),
    })
    const { procedures } = await cafe.call('recall_skill', { task: 'the cups are dirty, wash them' })
    expect(procedures[0]?.id).toBe(wash)
  })

  test('[PRO3] a later skill on the same subject does not stand for an earlier one', async () => {
    const clinic = minds.open()
    for (const name of ['Import the patients', 'Export the patients']) {
      await aSkill(clinic, { name, trigger_pattern: name, trajectory: doing(`${name} in the console`) })
      clinic.clock.advance(86_400_000)
    }
    const { procedures } = await clinic.call('recall_skill', { task: 'patients in the console now' })
    for (const skill of procedures) expect(skill).not.toHaveProperty('newer')
  })

  test('[PRO3] other kinds are no skills', async () => {
    await mind.call('remember', { text: 'We deploy web applications on Fridays.' })
    expect((await mind.call('recall_skill', { task: 'deploy web application' })).total).toBe(3)
  })

  test('[REC14] nothing_relevant and min_relevance are those of every recall', async () => {
    const unrelated = { task: 'tax law of the Roman empire' }
    expect(await mind.call('recall_skill', unrelated)).toMatchObject({ nothing_relevant: true, count: 3 })
    const { procedures } = await mind.call('recall_skill', { ...unrelated, min_relevance: 0.5 })
    expect(procedures).toEqual([])
  })

  test('[REC10] explain shows the parts', async () => {
    const { procedures } = await mind.call('recall_skill', { task: 'deploy web application', explain: true })
    for (const { explanation, components, purpose } of procedures) {
      // Both are rounded.
      expect(similarityOf(explanation!.relevance, purpose!)).toBeCloseTo(components.similarity, 2)
      expect(explanation!.parts.length).toBeGreaterThan(0)
    }
    const [best] = procedures
    expect(best?.purpose).toEqual({ cosine: expect.any(Number), direction: 'unsaid' })
    const [plain] = (await mind.call('recall_skill', { task: 'deploy web application' })).procedures
    expect(plain).not.toHaveProperty('purpose')
  })

  test('[COM3] [COM13] sessions and projects are those of every recall', async () => {
    const shared = minds.open()
    await aSkill(shared, { session_id: 'anna', project: 'shop' })
    await aSkill(shared, { session_id: 'ben', project: 'bank' })
    const total = async (scope: object) =>
      (await shared.call('recall_skill', { task: 'deploy application', ...scope })).total
    expect(await total({})).toBe(2)
    expect(await total({ session_id: 'anna' })).toBe(1)
    expect(await total({ session_filter: 'ben' })).toBe(1)
    expect(await total({ project: 'shop' })).toBe(1)
    expect(await total({ project: 'shop', session_filter: 'ben' })).toBe(0)
    const { procedures } = await shared.call('recall_skill', { task: 'deploy application', project: '*' })
    expect(procedures.map(({ project }) => project).sort()).toEqual(['bank', 'shop'])
    expect(await refusal(shared, 'create_skill', { ...deployExample, project: '*' })).toMatchObject(
      isValidationError('project'),
    )
  })

  test('[SEM6] one whose ground has shifted says so, at half its score', async () => {
    const shifted = minds.open()
    const id = await aSkill(shifted)
    const ground = await aSkill(shifted, { trajectory: doing('Something else entirely') })
    const ask = { task: 'deploy application', limit: 1 }
    const [before] = (await shifted.call('recall_skill', ask)).procedures
    await minds.openStore(shifted.dataDir).commit({
      at: start,
      connect: [anEdge({ source: id, target: ground, type: 'DERIVED_FROM' })],
    })
    await minds.openStore(shifted.dataDir).commit({ at: start, review: [{ derivedFrom: ground, reason: 'it moved' }] })
    const { procedures } = await shifted.call('recall_skill', { ...ask, limit: 5 })
    const after = procedures.find((each) => each.id === id)
    expect(after).toMatchObject({ needs_review: true, review_reason: 'it moved' })
    expect(after!.score).toBeCloseTo(before!.score / 2, 3)
    // A run says nothing about that.
    await shifted.call('execute_skill', { procedure_id: id, success: true })
    expect((await shifted.call('get_memory', { id })).facets.needs_review).toBe(true)
  })

  test('[ACT2] being recalled first, and to the point, is a use', async () => {
    const used = minds.open()
    const id = await aSkill(used)
    used.clock.advance(2 * 86_400_000)
    await used.call('recall_skill', { task: 'containerize and deploy application' })
    await used.close()
    const [memory] = await minds.openStore(used.dataDir).get([id])
    expect(memory!.strength).toMatchObject({ uses: 2, reviewedAt: start + 2 * 86_400_000 })
  })

  test('[ACT7] the configured weights decide the score', async () => {
    const weights = { ...defaultWeights, procedural: { similarity: 0, successRate: 0, experience: 1 } }
    const weighed = minds.open({ weights })
    await aSkill(weighed)
    const [skill] = (await weighed.call('recall_skill', { task: 'deploy' })).procedures
    expect(skill?.score).toBe(0.1)
    const wrong = { ...defaultWeights, procedural: { similarity: 0.6, successRate: 0.6, experience: 0.1 } }
    expect(() => minds.open({ weights: wrong })).toThrow(/procedural.*sum to 1/)
  })

  describe('within a budget', () => {
    let library: Mind
    beforeAll(async () => {
      library = minds.open()
      const long = Array.from({ length: 300 }, (_, step) => ({
        action: `Put book ${step} on its shelf`,
        command: `shelve --book ${step} ${'very carefully '.repeat(20)}`,
      }))
      await aSkill(library, { trajectory: long, name: 'Put the books on their shelves' })
      await aSkill(library, { trajectory: doing('Dust the books'), name: 'Dust the books' })
      await library.call('remember', { text: `Sorting books. ${'One more shelf. '.repeat(400)}`, kind: 'procedure' })
    })
    const size = (answer: unknown) => JSON.stringify(answer).length / 4

    test.each([400, 1_000, 5_000])('[COM14] of %i tokens, long skills are cut and say so', async (max_tokens) => {
      const answer = await library.call('recall_skill', { task: 'what to do with the books', max_tokens })
      expect(size(answer)).toBeLessThanOrEqual(max_tokens)
      const cut = answer.procedures.find(({ name }) => name.startsWith('Put'))
      expect(cut?.truncated).toBe(true)
      expect(cut?.steps.map(({ order }) => order)).toEqual(cut?.steps.map((_, index) => index + 1))
      expect(cut!.steps.length).toBeGreaterThan(0)
      expect(answer.procedures.find(({ name }) => name.startsWith('Dust'))).not.toHaveProperty('truncated')
    })

    test('[COM14] of a text without steps the best passage stays', async () => {
      const { procedures } = await library.call('recall_skill', { task: 'sorting books', max_tokens: 500 })
      const cut = procedures.find(({ name }) => name.startsWith('Sorting'))
      expect(cut?.truncated).toBe(true)
      expect(cut?.content).toMatch(/^Sorting books\./)
    })

    test('[COM14] commands are kept as far as they fit', async () => {
      const ask = { task: 'put the books on their shelves', limit: 1, max_tokens: 20_000 }
      const steps = (await library.call('recall_skill', ask)).procedures[0]!.steps
      const withCommand = steps.filter(({ command }) => command !== undefined)
      expect(steps).toHaveLength(300)
      expect(withCommand.length).toBeGreaterThan(100)
      expect(steps.slice(0, withCommand.length)).toEqual(withCommand)
    })

    test('[COM14] without one in the way they are whole', async () => {
      const { procedures } = await library.call('recall_skill', { task: 'books', max_tokens: 1_000_000 })
      expect(procedures.map(({ steps }) => steps.length).sort((a, b) => a - b)).toEqual([0, 1, 300])
      expect(procedures.filter(({ truncated }) => truncated)).toEqual([])
    })
  })
})

describe('old names', () => {
  const minds = useMinds()
  const aliases = [
    ['build_skill', 'create_skill', deployExample],
    ['build_skill', 'create_skill', { ...deployExample, outcome_score: 0.6 }],
    ['how_to', 'recall_skill', { task: 'deploy web application', explain: true }],
  ] as const
  const operation = (name: string) => operations.find((each) => each.name === name)!

  test.each(aliases)('[OPS2] %s does what %s does, and says that it will go', async (old, now, input) => {
    const [one, other] = [minds.open(), minds.open()]
    await aSkill(one)
    await aSkill(other)
    const { deprecated_tool, ...answer } = (await one.invoke(operation(old), input)) as Record<string, unknown>
    const withoutIds = (value: unknown) => JSON.parse(JSON.stringify(value).replace(/proc-[0-9a-f-]{36}/g, 'proc-'))
    expect(withoutIds(answer)).toEqual(withoutIds(await other.invoke(operation(now), input)))
    expect(deprecated_tool).toBe(`${old} is removed in 2.0.0; use ${now}`)
  })

  test.each(aliases)('[OPS2] the description of %s says so too', (old, now) => {
    expect(operation(old).summary).toMatch(/^Deprecated, removed in 2\.0\.0: use \w+\. /)
    expect(operation(old).summary).toContain(now)
    expect(operation(old).input).toBe(operation(now).input)
    expect(operation(old).run).not.toBe(operation(now).run)
  })
})
