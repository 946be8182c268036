import { beforeEach, describe, expect, test } from 'vitest'
import { estimateTokens } from '#ww/memory/token-budget.js'
import type { Proposal } from '#ww/memory/workspace/bus/proposal.js'
import { allRows } from '../../support/database.js'
import { minutes } from '../../support/memories.js'
import { idsOf, type Mind, useMinds } from '../../support/minds.js'

const minds = useMinds()
const supported = ['auto', 'generic', 'semantic', 'structured', 'graph', 'hybrid']
const keys = [
  'question',
  'planner',
  'supported_planners',
  'context_count',
  'passes_requested',
  'passes_completed',
  'admit',
  'evidence_plan',
  'tool_call_count',
  'admitted_ids',
  'broadcast',
  'workspace',
  'trace',
]

let mind: Mind
const attend = (question: string, more = {}) => mind.call('gwt_attend', { question, ...more })
const remember = (text: string) => mind.call('remember', { text })
const inMind = async () =>
  ((await mind.call('gwt_inspect', { target: 'workspace' })).slots as { id: string | null }[]).flatMap(
    ({ id }) => id ?? [],
  )
const inBuffer = async () => idsOf((await mind.call('gwt_inspect', { target: 'buffer' })).items as { id: string }[])
const answerNotes = async () => {
  const { results } = await mind.call('gwt_query', { query: 'How many?', k: 100, memory_type: 'working' })
  return results.filter(({ tags }) => tags.includes('workspace:answer'))
}

beforeEach(() => {
  mind = minds.open()
})

describe('gwt_attend', () => {
  test('[GWT10] answers with the contract’s keys', async () => {
    await remember('name=Lamp, price=4.50, region=North')
    const answer = await attend('How many are in region North?')
    expect(Object.keys(answer).sort()).toEqual([...keys].sort())
    expect(answer).toMatchObject({
      question: 'How many are in region North?',
      planner: 'auto',
      supported_planners: supported,
      context_count: 1,
      passes_requested: 1,
      passes_completed: 1,
      admit: true,
      evidence_plan: { strategy: 'structured', answer: '1', metadata: { effective_planner: 'structured' } },
    })
    expect(answer.broadcast).toContain('How many are in region North? 1')
    expect(answer.workspace).toHaveLength(7)
    for (const step of answer.trace) expect(Object.keys(step).sort()).toEqual(['name', 'payload', 'phase'])
  })

  test.each([
    [{ question: ' ' }, { error: 'question must not be blank' }],
    [{}, { error: 'question is required' }],
    [{ question: 'Why?', k: 0 }, { error: 'k must be at least 1' }],
    [{ question: 'Why?', passes: 0 }, { error: 'passes must be at least 1' }],
    [{ question: 'Why?', passes: 21 }, { error: 'passes must be at most 20' }],
    [{ question: 'Why?', admit: 'no' }, { error: 'admit must be a boolean' }],
    [{ question: 'Why?', keywords: [''] }, { error: 'keywords.0 must not be blank' }],
    [{ question: 'Why?', project: '*' }, { error: 'project "*" is for reading; name the project to write into' }],
    [
      { question: 'Why?', planner: 'magic' },
      { error: `planner must be one of: ${supported.join(', ')}`, supported_planners: supported },
    ],
  ])('[GWT1] %j is an answer with an error, and touches nothing', async (input, refusal) => {
    await remember('The lamp is bright.')
    const before = allRows(mind.dataDir)
    expect(await mind.call('gwt_attend', input as never)).toEqual(refusal)
    expect(allRows(mind.dataDir)).toEqual(before)
  })

  test('[GWT10] sets the goal, plans, stores the answer, asks, broadcasts and hears the bus, in this order', async () => {
    await remember('name=Lamp, price=4.50, region=North')
    const { trace, tool_call_count, admitted_ids } = await attend('How many are in region North?')
    expect(trace.map(({ phase, name }) => [phase, name])).toEqual([
      ['goal', 'set_goal'],
      ['plan', 'structured'],
      ['store', 'answer_note'],
      ['query', 'recall'],
      ['broadcast', 'cycle'],
      ['bus', 'arbitration'],
      ['stop', 'passes_done'],
    ])
    // Those that one could have called oneself: goal, plan, store, query, broadcast.
    expect(tool_call_count).toBe(5)
    const note = trace.find(({ phase }) => phase === 'store')!.payload.id
    expect(admitted_ids).toContain(note)
    expect(await inMind()).toEqual(expect.arrayContaining([...admitted_ids]))
  })

  test.each(["Where does Kim's dog live?", 'Who does not report to Lee?', 'What is 10 % of the budget of gamma?'])(
    '[GWT19] what is refused is never stored as an answer: %s',
    async (question) => {
      await remember('Kim -> lives_in -> Oslo\nKim -> reports_to -> Lee')
      await remember('| project | budget |\n|---|---|\n| gamma | 5000 |\n| delta | 800 |')
      const { trace, evidence_plan } = await attend(question)
      expect(evidence_plan.answer).toBe('')
      expect(evidence_plan.metadata.unplaced).not.toEqual([])
      expect(evidence_plan.metadata.reason).toContain('no place in what is stored')
      expect(trace.map(({ phase }) => phase)).not.toContain('store')
    },
  )

  test('[GWT10] admitted ids are unique and in the order of their admission', async () => {
    for (let number = 0; number < 12; number++) await remember(`The lamp ${number} in the hall was repaired.`)
    const { admitted_ids, trace } = await attend('Which lamp in the hall was repaired?', { passes: 5 })
    const told = trace.filter(({ phase }) => phase === 'broadcast').flatMap(({ payload }) => payload.admitted_ids)
    expect(admitted_ids).toEqual([...new Set(told)])
    expect(new Set(admitted_ids).size).toBe(admitted_ids.length)
    expect(admitted_ids.length).toBeGreaterThanOrEqual(5)
  })

  test('[GWT10] what was found and did not win a slot waits in the buffer', async () => {
    for (let number = 0; number < 12; number++) await remember(`The lamp ${number} in the hall was repaired.`)
    const { trace } = await attend('Which lamp in the hall was repaired?', { k: 12 })
    const found = trace.filter(({ phase }) => phase === 'query').flatMap(({ payload }) => payload.found_ids)
    const conscious = await inMind()
    expect(conscious).toHaveLength(7)
    expect([...conscious, ...(await inBuffer())]).toEqual(expect.arrayContaining(found))
  })

  test('[GWT10] stops when a round brings nothing new, and says so', async () => {
    await remember('The lamp in the hall was repaired.')
    const { passes_completed, passes_requested, trace } = await attend('What about the lamp?', { passes: 9 })
    expect(passes_requested).toBe(9)
    expect(passes_completed).toBeLessThan(4)
    expect(trace.at(-1)).toEqual({ phase: 'stop', name: 'nothing_new', payload: { pass: passes_completed } })
    expect(trace.filter(({ phase }) => phase === 'broadcast')).toHaveLength(passes_completed)
    expect(trace.filter(({ phase }) => phase === 'bus')).toHaveLength(passes_completed)
  })

  test('[GWT10] in an empty memory one round is enough', async () => {
    expect(await attend('What about the lamp?', { passes: 3 })).toMatchObject({
      passes_completed: 1,
      context_count: 0,
      admitted_ids: [],
      evidence_plan: { strategy: 'semantic', answer: '' },
    })
  })

  describe('what the bus accepts', () => {
    const guided = (propose: () => readonly { key: string; query?: string }[]) => {
      mind = minds.open({
        session: 'own',
        subscribers: [
          {
            name: 'guide',
            propose: () =>
              propose().map(
                ({ key, query }): Proposal => ({
                  subscriber: 'guide',
                  kind: 'follow',
                  key,
                  content: 'Look here.',
                  confidence: 0.9,
                  evidence_ids: [],
                  metadata: query === undefined ? {} : { query },
                }),
              ),
          },
        ],
      })
    }
    const tellAll = async () => {
      await remember('The lamp in the hall is broken again.')
      for (let number = 0; number < 30; number++) await remember(`The lamp ${number} in the hall was repaired.`)
      return remember('Invoice 17 was paid by the tax office in Lima.')
    }
    const inAttention = async () => [...(await inMind()), ...(await inBuffer())]

    test('[GWT10] [GWT11] comes to the edge of attention in the next round, and not without one', async () => {
      let invoice = ''
      guided(() => [{ key: `memory:${invoice}` }])
      invoice = (await tellAll()).id
      const question = 'Why is the lamp in the hall broken?'
      const once = await attend(question, { k: 2 })
      expect(once.passes_completed).toBe(1)
      expect(await inAttention()).not.toContain(invoice)
      const twice = await attend(question, { k: 2, passes: 2 })
      expect(twice.passes_completed).toBe(2)
      expect(await inAttention()).toContain(invoice)
    })

    test('[GWT10] [GWT11] is asked for in the next round', async () => {
      guided(() => [{ key: 'taxes', query: 'Who paid the invoice in Lima?' }])
      const invoice = await tellAll()
      const { trace } = await attend('Why is the lamp in the hall broken?', { k: 2, passes: 2 })
      const [asked] = trace.filter(({ phase, payload }) => phase === 'query' && payload.pass === 2)
      expect(asked!.payload).toMatchObject({ query: 'Who paid the invoice in Lima?' })
      expect(asked!.payload.found_ids).toContain(invoice.id)
    })

    test('[COM3] [GWT11] is never what the caller may not see, nor what is not there', async () => {
      let hidden = ''
      guided(() => [{ key: `memory:${hidden}` }, { key: 'memory:nonsense' }])
      await tellAll()
      hidden = (await mind.call('remember', { text: 'A secret of another session.', session_id: 'other' })).id
      const { admitted_ids } = await attend('Why is the lamp in the hall broken?', { k: 2, passes: 3 })
      expect(admitted_ids).not.toContain(hidden)
      expect(await mind.call('gwt_inspect', { target: 'stats' })).toMatchObject({
        buffer_used: (await inBuffer()).length,
        used: (await inMind()).length,
      })
    })
  })

  test('[GWT6] the semantic planner’s queries are asked, each for k', async () => {
    for (let number = 0; number < 5; number++) {
      await remember(`Ann painted door ${number} blue.`)
      await remember(`Bob sold ladder ${number} in Lima.`)
    }
    const { trace, evidence_plan } = await attend('What did Ann paint, and who sold the ladder?', { k: 2 })
    const asked = trace.filter(({ phase }) => phase === 'query')
    expect(asked.map(({ payload }) => payload.query)).toEqual(evidence_plan.queries)
    expect(asked.length).toBeGreaterThan(1)
    for (const { payload } of asked) expect((payload.found_ids as string[]).length).toBeLessThanOrEqual(2)
  })
})

describe('the goal of a question', () => {
  const goals = async () =>
    (await mind.call('gwt_inspect', { target: 'goals' })).goals as { description: string; origin: string }[]

  test('[GWT5] replaces only the question’s before it', async () => {
    await mind.call('gwt_set_goal', { description: 'Ship the lamp' })
    await attend('What about the lamp?', { keywords: ['bright'] })
    await mind.call('gwt_set_goal', { description: 'Sell the desk' })
    await attend('What about the desk?')
    expect((await goals()).map(({ description, origin }) => [description, origin])).toEqual([
      ['Ship the lamp', 'user'],
      ['Sell the desk', 'user'],
      ['What about the desk?', 'attend'],
    ])
  })

  test('[GWT5] belongs to its session', async () => {
    await attend('What about the lamp?', { session_id: 'one' })
    expect(await goals()).toEqual([])
  })
})

describe('the answer as a note', () => {
  const question = 'How many are in region North?'

  test('[GWT18] carries the tags of its namespace', async () => {
    await remember('name=Lamp, price=4, region=North')
    await attend(question)
    const { namespace } = await mind.call('gwt_memory_profile', {})
    const [note] = await answerNotes()
    expect(note!.tags).toEqual(['workspace:answer', `scope:${namespace.scope}`, `namespace:${namespace.name}`])
  })

  test('[GWT10] is stored once for the same question and answer', async () => {
    await remember('name=Lamp, price=4, region=North')
    const first = await attend(question)
    const again = await attend('how many are in region NORTH')
    expect((await answerNotes()).map(({ content }) => content)).toEqual(['How many are in region North? 1'])
    expect(first.trace.some(({ phase }) => phase === 'store')).toBe(true)
    expect(again.trace.some(({ phase }) => phase === 'store')).toBe(false)
    expect(again.evidence_plan.answer).toBe('1')
  })

  test('[GWT10] another answer takes the place of the one before', async () => {
    await remember('name=Lamp, price=4, region=North')
    await attend(question)
    const [old] = await answerNotes()
    mind.clock.advance(minutes(1))
    await remember('name=Desk, price=9, region=North')
    await attend(question)
    expect((await answerNotes()).map(({ content }) => content)).toEqual(['How many are in region North? 2'])
    expect(await inMind()).not.toContain(old!.id)
    expect((await mind.call('get_memory', { id: old!.id })).valid_to).not.toBeNull()
  })

  test('[GWT10] takes the place of several, should an import have brought them', async () => {
    await remember('name=Lamp, price=4, region=North')
    await attend(question)
    const lines: string[] = []
    for await (const { lines: some } of mind.export()) lines.push(...some)
    const note = JSON.parse(lines.find((line) => line.includes('workspace:answer'))!)
    const { id: _, ...copy } = note
    const bytes = Buffer.from(JSON.stringify({ ...copy, content: 'Another. 1', tags: [...note.tags, 'copy'] }))
    for await (const outcome of mind.import([bytes])) expect(outcome).not.toHaveProperty('error')
    expect(await answerNotes()).toHaveLength(2)
    mind.clock.advance(minutes(1))
    await remember('name=Desk, price=9, region=North')
    expect((await attend(question)).evidence_plan.answer).toBe('2')
    expect((await answerNotes()).map(({ content }) => content)).toEqual(['How many are in region North? 2'])
  })

  test('[GWT7] is no record and no fact, so that it never counts itself', async () => {
    await remember('name=Lamp, price=4, region=North')
    await remember('Atlas -> owned_by -> Alice')
    for (let turn = 0; turn < 3; turn++) {
      expect((await attend(question)).evidence_plan.answer).toBe('1')
      expect((await attend('Who owns Atlas?')).evidence_plan.answer).toBe('Alice')
    }
    expect((await mind.call('gwt_collection_query', { operation: 'count' })).answer).toBe('1')
  })

  test('[GWT10] is found by the memory door, with its grounds', async () => {
    const lamp = await remember('name=Lamp, price=4, region=North')
    await attend('Which has the highest price?')
    const { memories } = await mind.call('recall', { query: 'highest price' })
    const note = memories.find(({ content }) => content === 'Which has the highest price? Lamp (4)')!
    expect(note).toMatchObject({ kind: 'note' })
    const dry = await mind.call('forget', { ids: [lamp.id] })
    expect(dry.derived_ids).toEqual([note.id])
  })

  test('[OPS4] [GWT10] goes with what it was read from', async () => {
    const lamp = await remember('name=Lamp, price=4, region=North')
    await attend('Which has the highest price?')
    await mind.call('forget', { ids: [lamp.id], dry_run: false })
    expect(await answerNotes()).toEqual([])
    expect(await mind.call('gwt_trace_explain', {})).toMatchObject({ status: 'empty' })
    expect(await mind.call('gwt_bus_inspect', {})).toMatchObject({ status: 'empty' })
  })

  test.each([
    ['What are the top 3 by price?', (name: string, at: number) => `name=${name}, price=${at}`, 3],
    ['List all names', (name: string, at: number) => `name=${name}, price=${at}`, 60],
    ['What is the total price per name?', (name: string, at: number) => `name=${name}, price=${at}`, 60],
    ['Who does Boss employ?', (name: string) => `Boss -> employs -> ${name}`, 60],
  ])('[OPS4] [GWT10] goes with any of what it names: %s', async (question, write, count) => {
    let told = ''
    for (let at = 1; at <= count; at++) {
      mind.clock.advance(1)
      // Written late and listed early, so that the first by id are not those that are named.
      const { id } = await mind.call('gwt_store', {
        content: write(at === count - 1 ? 'Aaronquib' : `Item ${at}`, at),
        memory_type: 'working',
      })
      if (at === count - 1) told = id
    }
    expect((await attend(question)).evidence_plan.answer).toContain('Aaronquib')
    await mind.call('forget', { ids: [told], dry_run: false })
    expect(JSON.stringify(allRows(mind.dataDir))).not.toMatch(/aaronquib/i)
  })

  test('[OPS4] [GWT10] leaves no more of its question in mind than of itself; goals of the user stay', async () => {
    const lamp = await remember('name=Lampquib, price=4, region=North')
    await mind.call('gwt_set_goal', { description: 'Furnish the hall' })
    await attend('What is the price of Lampquib?')
    await mind.call('forget', { ids: [lamp.id], dry_run: false })
    expect(JSON.stringify(allRows(mind.dataDir))).not.toMatch(/lampquib/i)
    expect(await mind.call('gwt_inspect', { target: 'goals' })).toMatchObject({
      goals: [{ description: 'Furnish the hall' }],
    })
  })

  test('[GWT10] a path that broke is none, nor is a question without an exact answer', async () => {
    await remember('Team Falcon -> managed_by -> Alice')
    const { evidence_plan } = await attend('Who manages the manager of Team Falcon?')
    expect(evidence_plan.answer).toMatch(/^none: the path breaks at Alice/)
    await attend('What about Team Falcon?')
    expect(await answerNotes()).toEqual([])
  })
})

describe('without admit', () => {
  test('[GWT10] slots, buffer and memories stay as they are; goal, bus and trace are kept', async () => {
    await remember('name=Lamp, price=4, region=North')
    await mind.call('gwt_store', { content: 'The lamp is bright.' })
    await mind.call('gwt_set_goal', { description: 'Sell the lamp' })
    await mind.call('gwt_broadcast', {})
    const look = async () => [
      await mind.call('gwt_inspect', { target: 'workspace' }),
      await mind.call('gwt_inspect', { target: 'buffer' }),
    ]
    const before = await look()
    const { memories, strengths } = allRows(mind.dataDir)
    const answer = await attend('How many are in region North?', { admit: false, passes: 3 })
    expect(answer).toMatchObject({ admit: false, admitted_ids: [], evidence_plan: { answer: '1' } })
    expect(answer.trace.some(({ phase }) => phase === 'store')).toBe(false)
    expect(await look()).toEqual(before)
    expect(allRows(mind.dataDir)).toMatchObject({ memories, strengths })
    expect(answer.broadcast).toContain('The lamp is bright.')
    const { goals } = await mind.call('gwt_inspect', { target: 'goals' })
    expect(goals).toMatchObject([
      { origin: 'user' },
      { description: 'How many are in region North?', origin: 'attend' },
    ])
    expect(await mind.call('gwt_trace_explain', {})).toMatchObject({ status: 'ok', answer: '1' })
    expect(await mind.call('gwt_bus_inspect', {})).toMatchObject({ status: 'ok' })
  })
})

describe('gwt_trace_explain', () => {
  test('[GWT10] before any question: status and message', async () => {
    expect(await mind.call('gwt_trace_explain', {})).toEqual({ status: 'empty', message: expect.any(String) })
  })

  test('[GWT10] [WSP2] tells the last question with the contract’s keys, after a restart too', async () => {
    await remember('name=Lamp, price=4, region=North')
    await attend('What about the lamp?')
    const { trace } = await attend('How many are in region North?', { passes: 2 })
    const told = await mind.call('gwt_trace_explain', {})
    expect(Object.keys(told).sort()).toEqual(
      [
        'status',
        'question',
        'planner',
        'strategy',
        'answer',
        'pass_count',
        'tool_call_count',
        'phases',
        'broadcast_bus',
        'explanation',
        'trace',
      ].sort(),
    )
    expect(told).toMatchObject({ status: 'ok', question: 'How many are in region North?', answer: '1', trace })
    expect(told.explanation).toContain('The answer is "1".')
    expect(told.broadcast_bus).toEqual((await mind.call('gwt_bus_inspect', {})).broadcast_bus)
    await mind.close()
    const again = minds.open({ dataDir: mind.dataDir, clock: mind.clock })
    expect(await again.call('gwt_trace_explain', {})).toEqual(told)
  })

  test('[GWT1] an unknown parameter is an answer with an error', async () => {
    const error = 'verbose is not a parameter of this operation'
    expect(await mind.call('gwt_trace_explain', { verbose: true } as never)).toEqual({ error })
    expect(await mind.call('gwt_bus_inspect', { verbose: true } as never)).toEqual({ error })
  })
})

describe('gwt_attend stays small', () => {
  test('[COM14] [GWT10] long memories are cut to fit, and it says so; nothing stored changes', async () => {
    const long = `The lamp ${'shines and '.repeat(8_000)}`
    const ids: string[] = []
    for (let number = 0; number < 7; number++) ids.push((await remember(`${long}${number}.`)).id)
    for (const max_tokens of [20_000, 2_000]) {
      const answer = await attend('What about the lamp?', { max_tokens })
      expect(estimateTokens(JSON.stringify(answer))).toBeLessThanOrEqual(max_tokens)
      expect(answer.truncated).toBe(true)
      expect(answer.workspace.filter(({ id }) => id !== null).length).toBeGreaterThan(0)
    }
    expect((await mind.call('get_memory', { id: ids[0]! })).content).toBe(`${long}0.`)
  })
})
