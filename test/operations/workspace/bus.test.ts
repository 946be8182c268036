import { beforeAll, describe, expect, test } from 'vitest'
import { estimateTokens } from '#ww/memory/token-budget.js'
import type { Proposal } from '#ww/memory/workspace/bus/proposal.js'
import type { Subscriber } from '#ww/operations/workspace/bus/subscriber.js'
import { type Mind, useMinds } from '../../support/minds.js'

const minds = useMinds()

const standard = [
  'structured_resolver',
  'semantic_recall',
  'relation_continuation',
  'contradiction_checker',
  'plan_critic',
]
const proposal = (key: string, given: Partial<Proposal> = {}): Proposal => ({
  subscriber: 'guest',
  kind: 'critique',
  key,
  content: key,
  confidence: 0.9,
  evidence_ids: [],
  metadata: {},
  ...given,
})
const guest = (propose: Subscriber['propose'], name = 'guest'): Subscriber => ({ name, propose })
const attend = (mind: Mind, question = 'What about the lamp?', more = {}) =>
  mind.call('gwt_attend', { question, ...more })
const inspect = async (mind: Mind) => (await mind.call('gwt_bus_inspect', {})).broadcast_bus!
const reportOf = async (mind: Mind, name = 'guest') =>
  (await inspect(mind)).subscriber_reports.find((report) => report.name === name)!
const reasonsOf = async (mind: Mind) =>
  Object.fromEntries((await inspect(mind)).decisions.map(({ reason, proposal }) => [proposal.key, reason]))

describe('gwt_bus_inspect', () => {
  test('[GWT11] before any question it is empty, with the same keys', async () => {
    expect(await minds.open().call('gwt_bus_inspect', {})).toEqual({
      status: 'empty',
      broadcast_bus: null,
      summary: {
        proposal_count: 0,
        accepted_count: 0,
        inhibited_count: 0,
        subscriber_status_counts: {},
        inhibited_reason_counts: {},
        proposal_groups: [],
      },
    })
  })

  test('[GWT11] answers with the contract’s keys: one decision per proposal, all five asked', async () => {
    const mind = minds.open()
    for (const text of ['name=Lamp, price=4', 'name=Lamp, price=5', 'The lamp was bright.'])
      await mind.call('remember', { text })
    await attend(mind, 'What is the highest price?')
    const answer = await mind.call('gwt_bus_inspect', {})
    expect(Object.keys(answer).sort()).toEqual(['broadcast_bus', 'status', 'summary'])
    expect(answer.status).toBe('ok')
    const bus = answer.broadcast_bus!
    expect(Object.keys(bus).sort()).toEqual(
      ['proposals', 'accepted', 'inhibited', 'decisions', 'summary', 'proposal_groups', 'subscriber_reports'].sort(),
    )
    expect(answer.summary).toEqual(bus.summary)
    expect(bus.subscriber_reports.map(({ name, status }) => [name, status])).toEqual(
      standard.map((name) => [name, 'ok']),
    )
    expect(bus.decisions.length).toBe(bus.proposals.length)
    expect(bus.accepted.length + bus.inhibited.length).toBe(bus.proposals.length)
    expect(bus.proposals.length).toBeGreaterThan(1)
    for (const { status, reason } of bus.decisions) expect(status === 'accepted').toBe(reason === 'accepted')
    expect(bus.accepted[0]).toMatchObject({
      subscriber: 'structured_resolver',
      kind: 'answer',
      metadata: { answer: '5' },
    })
  })

  test('[WSP2] [GWT11] after a restart it is the same, and another session has its own', async () => {
    const mind = minds.open()
    await mind.call('remember', { text: 'The lamp was bright.' })
    await attend(mind)
    const before = await mind.call('gwt_bus_inspect', {})
    await mind.close()
    const again = minds.open({ dataDir: mind.dataDir, clock: mind.clock })
    expect(await again.call('gwt_bus_inspect', {})).toEqual(before)
    expect(await again.call('gwt_bus_inspect', { session_id: 'other' })).toMatchObject({ status: 'empty' })
  })

  test('[GWT16] gwt_inspect names who listens, and their circuits', async () => {
    const mind = minds.open({ subscribers: [guest(() => [])] })
    expect(await mind.call('gwt_inspect', { target: 'broadcast_bus' })).toMatchObject({
      subscribers: [...standard, 'guest'],
      circuits: { guest: 'closed' },
    })
  })
})

describe('the four reasons', () => {
  test('[GWT11] below_threshold, duplicate_key and max_accepted', async () => {
    const loud = ['a', 'b', 'c', 'd'].map((key, at) => proposal(key, { confidence: 0.99 - at / 100 }))
    const quiet = [proposal('weak', { confidence: 0.49 }), proposal('a'), proposal('late', { confidence: 0.5 })]
    const mind = minds.open({ subscribers: [guest(() => loud), guest(() => quiet, 'second')] })
    await attend(mind)
    const { decisions, summary } = await inspect(mind)
    const of = (reason: string) =>
      decisions.filter((each) => each.reason === reason).map(({ proposal: { subscriber, key } }) => [subscriber, key])
    expect(of('accepted')).toEqual(['a', 'b', 'c', 'd'].map((key) => ['guest', key]))
    expect(of('below_threshold')).toEqual([['second', 'weak']])
    expect(of('duplicate_key')).toEqual([['second', 'a']])
    expect(of('max_accepted')).toContainEqual(['second', 'late'])
    expect(summary.inhibited_reason_counts).toMatchObject({ below_threshold: 1, duplicate_key: 1 })
  })

  test('[GWT11] resolved_answer_present: with an exact answer nothing looks further', async () => {
    const look = proposal('look', { kind: 'recall', confidence: 1 })
    const mind = minds.open({ subscribers: [guest(() => [look, proposal('warn')])] })
    await mind.call('remember', { text: 'name=Lamp, price=4, region=North' })
    await attend(mind, 'How many are in region North?')
    expect(await reasonsOf(mind)).toMatchObject({
      'answer:how many are in region north': 'accepted',
      look: 'resolved_answer_present',
      warn: 'accepted',
    })
  })

  test('[GWT11] what was said before counts less until there is a new goal', async () => {
    const mind = minds.open({ subscribers: [guest(() => [proposal('again', { confidence: 0.7 })])] })
    const reason = async (question: string) => {
      await attend(mind, question)
      return (await reasonsOf(mind)).again
    }
    expect(await reason('What about the lamp?')).toBe('accepted')
    expect(await reason('What about the lamp?')).toBe('accepted')
    expect(await reason('What about the lamp?')).toBe('below_threshold')
    expect(await reason('What about the desk?')).toBe('accepted')
  })
})

describe('a subscriber that misbehaves', () => {
  const healthy = standard.map((name) => expect.objectContaining({ name, status: 'ok' }))

  test('[GWT11] a slow one is not waited for, and its late answer is dropped', async () => {
    let answered: (() => void) | undefined
    let isGivenUp = false
    const slow = guest((_round, { signal }) => {
      signal.addEventListener('abort', () => {
        isGivenUp = true
      })
      return new Promise((resolve) => {
        answered = () => resolve([proposal('late')])
      })
    })
    const mind = minds.open({ subscribers: [slow] })
    await attend(mind)
    expect(await reportOf(mind)).toMatchObject({ status: 'timeout', proposal_count: 0, circuit: 'closed' })
    expect((await inspect(mind)).subscriber_reports).toEqual(expect.arrayContaining(healthy))
    expect(isGivenUp).toBe(true)
    const before = await inspect(mind)
    answered!()
    await new Promise((resolve) => setImmediate(resolve))
    expect(await inspect(mind)).toEqual(before)
  })

  test('[GWT11] a slow one that fails late breaks nothing', async () => {
    let fail: (() => void) | undefined
    const slow = guest(
      () =>
        new Promise((_resolve, reject) => {
          fail = () => reject(new Error('too late'))
        }),
    )
    const mind = minds.open({ subscribers: [slow] })
    await attend(mind)
    // An unhandled rejection would fail the run.
    fail!()
    await new Promise((resolve) => setImmediate(resolve))
    expect(await reportOf(mind)).toMatchObject({ status: 'timeout' })
  })

  test.each([
    [
      'throws at once',
      () => {
        throw new RangeError('secret lamp')
      },
      'RangeError',
    ],
    ['rejects', () => Promise.reject(new TypeError('secret lamp')), 'TypeError'],
    ['answers no list', () => 'secret lamp' as never, 'TypeError'],
    ['answers what JSON does not know', () => [proposal('x', { metadata: { big: 5n as never } })], 'TypeError'],
  ])('[GWT11] one that %s is told by the kind of its error, and the others are heard', async (_, propose, error) => {
    const mind = minds.open({ subscribers: [guest(propose), guest(() => [proposal('fine')], 'second')] })
    await attend(mind)
    expect(await reportOf(mind)).toMatchObject({ status: 'failed', error, proposal_count: 0 })
    expect((await inspect(mind)).subscriber_reports).toEqual(expect.arrayContaining(healthy))
    expect(await reasonsOf(mind)).toMatchObject({ fine: 'accepted' })
    expect(JSON.stringify(await mind.call('gwt_bus_inspect', {}))).not.toContain('secret')
  })

  test('[GWT11] a flooding one is heard four times, 4000 characters each', async () => {
    const flood = Array.from({ length: 50_000 }, (_, at) =>
      proposal(`k${at}`, { confidence: at / 50_000, content: 'x'.repeat(10_000) }),
    )
    const mind = minds.open({ subscribers: [guest(() => flood)] })
    await attend(mind)
    expect(await reportOf(mind)).toMatchObject({ status: 'ok', proposal_count: 4, dropped_count: 49_996 })
    const own = (await inspect(mind)).proposals.filter(({ subscriber }) => subscriber === 'guest')
    expect(own.map(({ key }) => key)).toEqual(['k49999', 'k49998', 'k49997', 'k49996'])
    for (const { content, metadata, evidence_ids, truncated } of own) {
      expect(
        content.length + JSON.stringify(metadata).length + JSON.stringify(evidence_ids).length,
      ).toBeLessThanOrEqual(4_000)
      expect(truncated).toBe(true)
    }
  })
})

describe('what a bus result costs', () => {
  test('[COM14] [GWT10] [GWT11] many long proposals are cut to fit, and it says so', async () => {
    const talk = (name: string) =>
      guest(() => ['a', 'b', 'c', 'd'].map((key) => proposal(`${name} ${key}`, { content: 'word '.repeat(790) })), name)
    const mind = minds.open({ subscribers: Array.from({ length: 6 }, (_, at) => talk(`talker ${at}`)) })
    await attend(mind)
    for (const answer of [await mind.call('gwt_bus_inspect', {}), await mind.call('gwt_trace_explain', {})]) {
      expect(estimateTokens(JSON.stringify(answer))).toBeLessThanOrEqual(20_000)
      expect(answer.truncated).toBe(true)
      expect(answer.broadcast_bus!.proposals.filter(({ subscriber }) => subscriber.startsWith('talker'))).toHaveLength(
        24,
      )
    }
  })
})

describe('the circuit of a subscriber', () => {
  test('[GWT11] opens after three failures, half-opens after 60 s of the clock, closes with a success', async () => {
    let calls = 0
    let isBroken = true
    const subscriber = guest(() => {
      calls++
      if (isBroken) throw new Error('broken')
      return []
    })
    const mind = minds.open({ subscribers: [subscriber] })
    const status = async () => {
      await attend(mind)
      const { status, circuit } = await reportOf(mind)
      return [status, circuit]
    }
    expect(await status()).toEqual(['failed', 'closed'])
    expect(await status()).toEqual(['failed', 'closed'])
    expect(await status()).toEqual(['failed', 'open'])
    expect(await status()).toEqual(['skipped', 'open'])
    mind.clock.advance(59_999)
    expect(await status()).toEqual(['skipped', 'open'])
    expect(calls).toBe(3)
    mind.clock.advance(1)
    expect(await status()).toEqual(['failed', 'open'])
    expect(calls).toBe(4)
    mind.clock.advance(60_000)
    isBroken = false
    expect(await status()).toEqual(['ok', 'closed'])
    expect(await status()).toEqual(['ok', 'closed'])
    expect(calls).toBe(6)
  })

  test('[GWT11] one that never answers is left alone after three timeouts', async () => {
    let calls = 0
    const silent = guest(() => {
      calls++
      return new Promise(() => undefined)
    })
    const mind = minds.open({ subscribers: [silent] })
    for (let turn = 0; turn < 5; turn++) await attend(mind)
    expect(calls).toBe(3)
    expect(await reportOf(mind)).toMatchObject({ status: 'skipped', circuit: 'open' })
  })
})

describe('the standard subscribers', () => {
  let mind: Mind
  beforeAll(() => {
    mind = minds.open()
  })

  test('[GWT12] two values of one field in the evidence are told', async () => {
    await mind.call('remember', { text: 'id=L7, name=Lamp, price=4' })
    await mind.call('remember', { text: 'id=L7, name=Lamp, price=5' })
    await attend(mind, 'What is the price of Lamp?')
    const { accepted } = await inspect(mind)
    expect(accepted).toContainEqual(
      expect.objectContaining({
        subscriber: 'contradiction_checker',
        kind: 'contradiction',
        content: expect.stringMatching(/^Memory disagrees on the price of Lamp: 4 \(\S+\) or 5 \(\S+\)\.$/),
      }),
    )
  })

  test('[GWT12] an entity in need of review is told', async () => {
    const own = minds.open()
    const ground = await own.call('create_entity', { name: 'Redis', entity_type: 'TOOL', summary: 'Caches sessions.' })
    const derived = await own.call('create_entity', {
      name: 'Login',
      entity_type: 'CONCEPT',
      summary: 'Login needs the session cache.',
      derived_from: [ground.id],
    })
    await own.call('supersede_fact', { entity_id: ground.id, new_summary: 'Caches pages.' })
    await attend(own, 'What does login need?')
    expect((await inspect(own)).accepted).toContainEqual(
      expect.objectContaining({ kind: 'contradiction', key: `review:${derived.id}`, evidence_ids: [derived.id] }),
    )
  })

  test('[GWT11] what is linked to what is in mind is followed', async () => {
    const own = minds.open()
    const lamp = await own.call('gwt_store', { content: 'The lamp in the hall is broken.' })
    for (let number = 0; number < 9; number++)
      await own.call('gwt_store', { content: `Lamp number ${number} in the hall is broken as well.` })
    const other = await own.call('create_entity', { name: 'Fuse box', entity_type: 'TOOL', summary: 'In the cellar.' })
    await own.call('gwt_link', { source_id: lamp.id, target_id: other.id })
    await attend(own, 'Which lamp in the hall is broken?', { k: 1 })
    const follow = (await inspect(own)).proposals.filter(({ kind }) => kind === 'follow')
    expect(follow).toContainEqual(
      expect.objectContaining({ key: `memory:${other.id}`, evidence_ids: [lamp.id, other.id] }),
    )
  })

  test('[GWT11] nothing near is said by the critic', async () => {
    const own = minds.open()
    await attend(own, 'What about the lamp?')
    expect((await inspect(own)).accepted).toMatchObject([
      { subscriber: 'plan_critic', metadata: { code: 'nothing_near' } },
    ])
  })

  test('[COM14] [GWT11] long memories do not make the bus long', async () => {
    const own = minds.open()
    for (let number = 0; number < 12; number++)
      await own.call('remember', { text: `Lamp ${number}: ${'the lamp is bright and '.repeat(4_000)}` })
    await attend(own, 'What about the lamp?', { k: 12 })
    const { proposals } = await inspect(own)
    expect(proposals.length).toBeGreaterThan(0)
    for (const { content } of proposals) expect(content.length).toBeLessThanOrEqual(300)
  })
})
