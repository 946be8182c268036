import { beforeEach, describe, expect, test } from 'vitest'
import type { Proposal } from '#ww/memory/workspace/bus/proposal.js'
import { hours, minutes } from '../../support/memories.js'
import { idsOf, type Mind, useMinds } from '../../support/minds.js'

const minds = useMinds()
let mind: Mind
beforeEach(() => {
  mind = minds.open()
})

const inMind = async (each = mind) =>
  ((await each.call('gwt_inspect', { target: 'workspace' })).slots as { id: string | null }[]).flatMap(
    ({ id }) => id ?? [],
  )
const inBuffer = async () => idsOf((await mind.call('gwt_inspect', { target: 'buffer' })).items as { id: string }[])
const goals = async () =>
  ((await mind.call('gwt_inspect', { target: 'goals' })).goals as { goal_id: string; description: string }[]).map(
    ({ goal_id, description }) => [goal_id, description],
  )
const store = async (content: string, more = {}) =>
  (await mind.call('gwt_store', { content, memory_type: 'working', ...more })).id
const broadcast = async (each = mind) => (await each.call('gwt_broadcast', {})).items.map(({ id }) => id)

describe('what says the same', () => {
  const ferry = 'The ferry to the island leaves at noon.'

  test('[WSP4] an identical text takes one slot, whatever its kind', async () => {
    const note = await store(ferry)
    const { id: episode } = await mind.call('create_episode', { content: ferry })
    await mind.call('gwt_set_goal', { description: ferry })
    for (let round = 0; round < 3; round++) {
      const items = await broadcast()
      expect(items.filter((id) => id === note || id === episode)).toHaveLength(1)
    }
    expect([...(await inMind()), ...(await inBuffer())]).toEqual(expect.arrayContaining([note, episode]))
  })

  test('[WSP4] neither does one with only a greeting or a stop more; other numbers, orders and negations are other texts', async () => {
    const same = [await store(ferry), await store('Please: the ferry to the island leaves at noon')]
    const others = [
      await store('The gate for the ferry is 12, not 14.'),
      await store('The gate for the ferry is 14, not 12.'),
      await store('The ferry to the island cannot leave at noon.'),
    ]
    await mind.call('gwt_set_goal', { description: 'the ferry to the island' })
    const items = await broadcast()
    expect(items.filter((id) => same.includes(id))).toHaveLength(1)
    expect(items).toEqual(expect.arrayContaining(others))
  })

  test('[WSP4] the more active of the two stays', async () => {
    const old = await store(ferry)
    mind.clock.advance(hours(30))
    const fresh = await store(ferry)
    expect((await mind.call('gwt_compete', {})).winners).toEqual([fresh])
    expect(await broadcast()).toEqual([fresh])
    expect(await inBuffer()).toContain(old)
  })

  test('[WSP4] nor does a query or an import bring it in twice', async () => {
    await store(ferry)
    await store(ferry)
    await mind.call('gwt_query', { query: 'ferry', admit: true })
    expect(await inMind()).toHaveLength(1)
    await mind.call('gwt_import_memory', { jsonl: JSON.stringify({ content: ferry }), admit: true, dedupe: false })
    expect(await inMind()).toHaveLength(1)
  })
})

describe('what was sent out', () => {
  const texts = ['The ferry leaves at noon.', 'The lamp in the hall is broken.', 'Ann paints the door blue.']
  const setUp = async () => {
    const ids = []
    for (const text of texts) ids.push(await store(text))
    await mind.call('gwt_set_goal', { description: 'the ferry and the lamp' })
    expect(await broadcast()).toEqual(expect.arrayContaining(ids))
    expect(await mind.call('gwt_evict', { item_id: ids[1]! })).toMatchObject({ status: 'ok' })
    return ids[1]!
  }

  test('[GWT16] stays out for the next three broadcasts, also after a restart, and may return with the fourth', async () => {
    const lamp = await setUp()
    expect((await mind.call('gwt_compete', {})).winners).not.toContain(lamp)
    expect(await broadcast()).not.toContain(lamp)
    expect(await broadcast()).not.toContain(lamp)
    await mind.close()
    mind = minds.open({ dataDir: mind.dataDir, clock: mind.clock })
    expect(await broadcast()).not.toContain(lamp)
    expect(await inBuffer()).toContain(lamp)
    expect(await broadcast()).toContain(lamp)
  })

  test.each([
    ['its id', (id: string) => ({ description: `Look after ${id}` })],
    ['its words', () => ({ description: 'Where is the broken lamp?' })],
    ['a keyword that it has', () => ({ description: 'Repairs', keywords: ['hall'] })],
  ])('[GWT16] returns at once when a new goal names it by %s', async (_, goal) => {
    const lamp = await setUp()
    await mind.call('gwt_set_goal', goal(lamp))
    expect(await broadcast()).toContain(lamp)
  })

  test('[GWT16] a new goal that does not name it brings nothing back', async () => {
    const lamp = await setUp()
    await mind.call('gwt_set_goal', { description: 'Light for every room', keywords: ['rooms'] })
    expect(await broadcast()).not.toContain(lamp)
  })

  test('[GWT16] a query brings it back when it names it, a question too', async () => {
    const lamp = await setUp()
    await mind.call('gwt_query', { query: 'Who paints with light?', admit: true })
    expect(await inMind()).not.toContain(lamp)
    await mind.call('gwt_query', { query: 'the lamp in the hall', admit: true })
    expect(await inMind()).toContain(lamp)
    await mind.call('gwt_evict', { item_id: lamp })
    await mind.call('gwt_attend', { question: 'Is the lamp broken?' })
    expect(await inMind()).toContain(lamp)
  })

  test('[GWT16] is out in its session only', async () => {
    const lamp = await setUp()
    const other = { session_id: 'default', project: 'elsewhere' }
    await mind.call('gwt_set_goal', { description: 'the lamp in the hall', ...other })
    const { items } = await mind.call('gwt_broadcast', other)
    expect(items.map(({ id }) => id)).toContain(lamp)
  })

  test('[OPS4] what is forgotten is forgotten there, too', async () => {
    const lamp = await setUp()
    await mind.call('forget', { ids: [lamp], dry_run: false })
    expect(JSON.stringify(await mind.call('gwt_inspect', { target: 'stats' }))).not.toContain(lamp)
    expect(await broadcast()).not.toContain(lamp)
  })
})

describe('idle broadcasts', () => {
  test('[GWT10] settle: after a few of them nothing is admitted any more', async () => {
    for (let number = 0; number < 30; number++) {
      await store(`The ${['lamp', 'door', 'boat'][number % 3]} ${number} in the hall was repaired.`)
      mind.clock.advance(minutes(7))
    }
    await mind.call('gwt_set_goal', { description: 'What was repaired in the hall?' })
    for (let round = 0; round < 25; round++) {
      await mind.call('gwt_broadcast', {})
      mind.clock.advance(minutes(1))
    }
    for (let round = 0; round < 5; round++) {
      expect(await mind.call('gwt_broadcast', {})).toMatchObject({ admitted: [], evicted: [] })
      mind.clock.advance(minutes(1))
    }
  })
})

describe('what was in mind before', () => {
  test('[GWT10] is not new to a question when it returns two rounds later', async () => {
    mind = minds.open({
      session: 'own',
      subscribers: [
        {
          name: 'emptier',
          // Another client empties the slots after every round; the next round fills them again.
          async propose() {
            await mind.call('gwt_reset', { scope: 'workspace', confirm: 'RESET_WORKSPACE' })
            return [] as Proposal[]
          },
        },
      ],
    })
    await store('The lamp in the hall is broken.')
    const { passes_completed, trace } = await mind.call('gwt_attend', { question: 'Is the lamp broken?', passes: 20 })
    expect(passes_completed).toBeLessThan(4)
    expect(trace.at(-1)).toMatchObject({ phase: 'stop', name: 'nothing_new' })
  })
})

describe('goals', () => {
  test('[GWT5] can be withdrawn by description or id; the others stay, durably', async () => {
    const ids = []
    for (const description of ['Ship it', 'Sell the desk', 'Rest']) {
      ids.push((await mind.call('gwt_set_goal', { description, keywords: ['k'], priority: 1.5 })).goal_id)
    }
    expect(await mind.call('gwt_set_goal', { description: 'ship IT!', withdraw: true })).toEqual({
      goal_id: ids[0],
      description: 'Ship it',
      priority: 1.5,
      status: 'ok',
      keywords: ['k'],
    })
    expect(await mind.call('gwt_set_goal', { description: ids[2]!, withdraw: true })).toMatchObject({ status: 'ok' })
    await mind.close()
    mind = minds.open({ dataDir: mind.dataDir, clock: mind.clock })
    expect(await goals()).toEqual([[ids[1], 'Sell the desk']])
    expect((await mind.call('gwt_broadcast', {})).goals).toEqual([{ description: 'Sell the desk', priority: 1.5 }])
  })

  test('[GWT5] the goal of a question can be withdrawn, too', async () => {
    await mind.call('gwt_attend', { question: 'Where is the lamp?' })
    expect(await mind.call('gwt_set_goal', { description: 'Where is the lamp?', withdraw: true })).toMatchObject({
      status: 'ok',
    })
    expect(await goals()).toEqual([])
  })

  test('[GWT1] [GWT5] one that is not there is not found, and nothing changes', async () => {
    await mind.call('gwt_set_goal', { description: 'Ship it' })
    const before = await goals()
    expect(await mind.call('gwt_set_goal', { description: 'Ship', withdraw: true })).toMatchObject({
      status: 'not_found',
    })
    expect(await goals()).toEqual(before)
  })
})

describe('gwt_collection_query', () => {
  const setUp = async () => {
    for (const text of [
      'item=Lamp, price=4.50',
      'item=Desk, price=90',
      'item=Bed, price=90.00',
      'colour=red, size=2',
    ]) {
      await store(text)
    }
  }

  test('[GWT8] a number is a legal value of a criterion and of a group', async () => {
    await setUp()
    const count = (value: string | number) =>
      mind.call('gwt_collection_query', { operation: 'count', field: 'price', value })
    expect(await count(90)).toMatchObject({ answer: '2', matched_count: 2 })
    expect(await count(4.5)).toMatchObject({ answer: '1', matched_count: 1 })
    expect(await count('90')).toMatchObject({ answer: '2' })
    const compared = { operation: 'compare', group_field: 'price', group_a: 90, group_b: 4.5 } as const
    expect((await mind.call('gwt_collection_query', compared)).answer).toBe('90: 2, 4.5: 1 (90 is higher by 1)')
  })

  test.each([[Number.NaN], [true], [{}], [' ']])('[GWT1] %j is none', async (value) => {
    expect(
      await mind.call('gwt_collection_query', { operation: 'count', field: 'price', value: value as never }),
    ).toMatchObject({ error: expect.stringMatching(/^value /) })
  })

  test('[GWT8] matched_count counts what was matched: what has the field that is worked on', async () => {
    await setUp()
    const ask = (operation: 'sum' | 'top_k' | 'min' | 'distinct' | 'filter', more = {}) =>
      mind.call('gwt_collection_query', { operation, metric: 'price', ...more })
    for (const operation of ['sum', 'top_k', 'min', 'distinct', 'filter'] as const) {
      const { matched_count, matched_records } = await ask(operation)
      expect([operation, matched_count]).toEqual([operation, 3])
      expect(matched_records.every(({ fields }) => 'price' in fields)).toBe(true)
    }
    expect(await ask('sum', { field: 'item', value: 'Sofa' })).toMatchObject({ answer: '0.0', matched_count: 0 })
    expect(await mind.call('gwt_collection_query', { operation: 'count', group_field: 'item' })).toMatchObject({
      matched_count: 3,
    })
  })
})
