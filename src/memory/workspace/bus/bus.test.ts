import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitrate, countRepetitions, inhibitionReasons } from './arbitrate.js'
import { toBusResult } from './bus-result.js'
import { afterFailure, afterSuccess, type Circuit, circuitState, closedCircuit, enterCircuit } from './circuit.js'
import { type Proposal, proposalKinds } from './proposal.js'
import { receiveProposals } from './receive-proposals.js'
import { busSettings } from './settings.js'

const proposal = (key: string, overrides: Partial<Proposal> = {}): Proposal => ({
  subscriber: 'semantic_recall',
  kind: 'recall',
  key,
  content: key,
  confidence: 0.8,
  evidence_ids: [],
  metadata: {},
  ...overrides,
})

const decide = (proposals: readonly Proposal[], repetitions = {}) =>
  Object.fromEntries(
    arbitrate(proposals, repetitions, busSettings).map(({ reason, proposal }) => [
      `${proposal.key} ${proposal.content}`,
      reason,
    ]),
  )

describe('[GWT11] settings', () => {
  test('[GWT11] are those of the contract', () => {
    expect(busSettings).toEqual({
      max_accepted: 4,
      threshold: 0.5,
      repetition_penalty: 0.2,
      timeout_ms: 250,
      max_proposals: 4,
      max_payload: 4000,
      failures_to_open: 3,
      half_open_after_ms: 60_000,
    })
    expect(inhibitionReasons).toEqual(['below_threshold', 'duplicate_key', 'max_accepted', 'resolved_answer_present'])
  })
})

describe('[GWT11] arbitration', () => {
  test('[GWT11] below the threshold, the same again, and one too many are inhibited', () => {
    expect(
      decide([
        proposal('a', { confidence: 0.9 }),
        proposal('a', { confidence: 0.6, content: 'again' }),
        proposal('edge', { confidence: 0.5 }),
        proposal('weak', { confidence: 0.49 }),
        proposal('b'),
        proposal('c'),
        proposal('d', { confidence: 0.51 }),
      ]),
    ).toEqual({
      'a a': 'accepted',
      'b b': 'accepted',
      'c c': 'accepted',
      'd d': 'accepted',
      'a again': 'duplicate_key',
      'edge edge': 'max_accepted',
      'weak weak': 'below_threshold',
    })
  })

  test('[GWT11] after an accepted answer only warnings are accepted', () => {
    expect(
      decide([
        proposal('look', { confidence: 1 }),
        proposal('step', { kind: 'follow', confidence: 1 }),
        proposal('answer', { kind: 'answer', confidence: 0.6 }),
        proposal('other', { kind: 'answer', confidence: 0.55 }),
        proposal('doubt', { kind: 'contradiction', confidence: 0.7 }),
        proposal('weakness', { kind: 'critique', confidence: 0.7 }),
      ]),
    ).toEqual({
      'answer answer': 'accepted',
      'other other': 'resolved_answer_present',
      'look look': 'resolved_answer_present',
      'step step': 'resolved_answer_present',
      'doubt doubt': 'accepted',
      'weakness weakness': 'accepted',
    })
  })

  test('[GWT11] an answer too weak to be accepted resolves nothing', () => {
    expect(decide([proposal('answer', { kind: 'answer', confidence: 0.4 }), proposal('look')])).toEqual({
      'answer answer': 'below_threshold',
      'look look': 'accepted',
    })
  })

  test('[GWT11] each earlier acceptance costs 0.2, except for answers', () => {
    const said = { look: 1, answer: 9 }
    expect(decide([proposal('look', { confidence: 0.7 })], said)).toEqual({ 'look look': 'accepted' })
    expect(decide([proposal('look', { confidence: 0.69 })], said)).toEqual({ 'look look': 'below_threshold' })
    expect(decide([proposal('answer', { kind: 'answer', confidence: 0.5 })], said)).toEqual({
      'answer answer': 'accepted',
    })
  })

  test('[GWT11] acceptances are counted, answers and inhibited ones are not', () => {
    const decisions = arbitrate(
      [proposal('a'), proposal('b', { confidence: 0.1 }), proposal('c', { kind: 'critique' })],
      {},
      busSettings,
    )
    expect(countRepetitions({ a: 1 }, decisions)).toEqual({ a: 2, c: 1 })
    const answered = arbitrate([proposal('x', { kind: 'answer' })], {}, busSettings)
    expect(countRepetitions({}, answered)).toEqual({})
  })

  const proposals = fc.array(
    fc.record({
      subscriber: fc.constantFrom('a', 'b'),
      kind: fc.constantFrom(...proposalKinds),
      key: fc.constantFrom('k1', 'k2', 'k3', 'k4', 'k5', 'k6', '__proto__'),
      content: fc.string({ maxLength: 5 }),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      evidence_ids: fc.constant([]),
      metadata: fc.constant({}),
    }),
    { maxLength: 20 },
  )

  test('[GWT11] exactly one decision per proposal, whatever their order', () => {
    fc.assert(
      fc.property(proposals, fc.dictionary(fc.constantFrom('k1', 'k2'), fc.nat(3)), (given, repetitions) => {
        const decisions = arbitrate(given, repetitions, busSettings)
        expect(decisions).toHaveLength(given.length)
        expect(new Set(decisions.map(({ proposal }) => proposal)).size).toBe(given.length)
        const accepted = decisions.filter(({ status }) => status === 'accepted')
        expect(accepted.length).toBeLessThanOrEqual(busSettings.max_accepted)
        expect(new Set(accepted.map(({ proposal }) => proposal.key)).size).toBe(accepted.length)
        expect(arbitrate(given.toReversed(), repetitions, busSettings)).toEqual(decisions)

        const { summary, proposal_groups } = toBusResult(decisions, [])
        expect(summary.accepted_count + summary.inhibited_count).toBe(given.length)
        const inhibited = Object.values(summary.inhibited_reason_counts).reduce((sum, count) => sum + count, 0)
        expect(inhibited).toBe(summary.inhibited_count)
        expect(proposal_groups.reduce((sum, group) => sum + group.proposal_count, 0)).toBe(given.length)
      }),
    )
  })
})

describe('[GWT11] budgets', () => {
  test('[GWT11] four proposals each, the most confident', () => {
    const sent = Array.from({ length: 1000 }, (_, at) => proposal(`k${at}`, { confidence: at / 1000 }))
    const { proposals, droppedCount } = receiveProposals(sent, 'semantic_recall', busSettings)
    expect(proposals.map(({ key }) => key)).toEqual(['k999', 'k998', 'k997', 'k996'])
    expect(droppedCount).toBe(996)
  })

  test('[GWT11] at most 4000 characters each, never half a character', () => {
    const { proposals } = receiveProposals(
      [
        proposal('long', { content: '🙂'.repeat(5000) }),
        proposal('beside', { content: 'x', metadata: { text: 'y'.repeat(5000) } }),
        proposal('fine', { content: 'x'.repeat(3990) }),
      ],
      'semantic_recall',
      busSettings,
    )
    for (const { content, metadata, evidence_ids } of proposals) {
      expect((content + JSON.stringify(metadata) + JSON.stringify(evidence_ids)).length).toBeLessThanOrEqual(4000)
      expect(content.isWellFormed()).toBe(true)
    }
    expect(proposals.map(({ key, truncated }) => [key, truncated ?? false])).toEqual([
      ['beside', true],
      ['fine', false],
      ['long', true],
    ])
  })
})

describe('[GWT11] an invalid proposal', () => {
  const take = (sent: unknown) => receiveProposals(sent, 'guest', busSettings)

  test('[GWT11] is dropped, and the others stay', () => {
    const odd = [
      null,
      'look',
      {},
      { ...proposal('a'), confidence: Number.NaN },
      { ...proposal('b'), confidence: 2 },
      { ...proposal('c'), kind: 'order' },
      { ...proposal('d'), evidence_ids: null },
    ]
    const { proposals, droppedCount } = take([...odd, proposal('fine')])
    expect(proposals.map(({ key }) => key)).toEqual(['fine'])
    expect(droppedCount).toBe(odd.length)
  })

  test('[GWT11] a subscriber cannot use another name or add properties', () => {
    const { proposals } = take([{ ...proposal('a'), subscriber: 'structured_resolver', order: 'all' }])
    expect(proposals).toEqual([{ ...proposal('a'), subscriber: 'guest' }])
  })

  test('[GWT11] a key is no way around the limit', () => {
    expect(take([proposal('k'.repeat(100_000))]).proposals[0].key).toHaveLength(busSettings.max_payload)
  })

  test('[GWT11] an answer that is not a list, or not JSON, is a failure', () => {
    expect(() => take(undefined)).toThrow(TypeError)
    expect(() => take([proposal('a', { metadata: { big: 5n as never } })])).toThrow(TypeError)
  })
})

describe('[GWT11] the circuit', () => {
  const fail = (circuit: Circuit, now: number) => afterFailure(circuit, now, busSettings)
  const thrice = (now: number) => fail(fail(fail(closedCircuit, now), now), now)

  test('[GWT11] opens after three failures in a row', () => {
    const twice = fail(fail(closedCircuit, 0), 0)
    expect(enterCircuit(twice, 1, busSettings).isAllowed).toBe(true)
    expect(circuitState(thrice(0), 1, busSettings)).toBe('open')
    expect(enterCircuit(thrice(0), 59_999, busSettings).isAllowed).toBe(false)
    expect(fail(fail(afterSuccess(), 0), 0).openedAt).toBeNull()
  })

  test('[GWT11] half-opens after a minute for one trial, which closes or opens it', () => {
    expect(circuitState(thrice(0), 60_000, busSettings)).toBe('half_open')
    const { isAllowed, circuit } = enterCircuit(thrice(0), 60_000, busSettings)
    expect(isAllowed).toBe(true)
    expect(enterCircuit(circuit, 60_001, busSettings).isAllowed).toBe(false)
    expect(circuitState(afterSuccess(), 60_002, busSettings)).toBe('closed')
    expect(circuitState(fail(circuit, 60_002), 60_003, busSettings)).toBe('open')
    expect(circuitState(fail(circuit, 60_002), 120_002, busSettings)).toBe('half_open')
  })

  test('[GWT11] a clock that steps back does not keep the circuit open longer', () => {
    expect(circuitState(thrice(1_000_000), 0, busSettings)).toBe('half_open')
  })
})

test('[GWT11] the result is as the seed serialises it', () => {
  const decisions = arbitrate([proposal('a'), proposal('b', { confidence: 0.1 })], {}, busSettings)
  const report = {
    name: 'semantic_recall',
    status: 'ok',
    circuit: 'closed',
    proposal_count: 2,
    dropped_count: 0,
    duration_ms: 3,
  } as const
  expect(toBusResult(decisions, [report, { ...report, name: 'plan_critic', status: 'timeout' }])).toEqual({
    proposals: [proposal('a'), proposal('b', { confidence: 0.1 })],
    accepted: [proposal('a')],
    inhibited: [proposal('b', { confidence: 0.1 })],
    decisions: [
      { status: 'accepted', reason: 'accepted', proposal: proposal('a') },
      { status: 'inhibited', reason: 'below_threshold', proposal: proposal('b', { confidence: 0.1 }) },
    ],
    summary: {
      proposal_count: 2,
      accepted_count: 1,
      inhibited_count: 1,
      subscriber_status_counts: { ok: 1, timeout: 1 },
      inhibited_reason_counts: { below_threshold: 1 },
      proposal_groups: [expect.objectContaining({ kind: 'recall', keys: ['a', 'b'] })],
    },
    proposal_groups: [
      {
        kind: 'recall',
        proposal_count: 2,
        accepted_count: 1,
        inhibited_count: 1,
        keys: ['a', 'b'],
        subscribers: ['semantic_recall'],
      },
    ],
    subscriber_reports: [report, { ...report, name: 'plan_critic', status: 'timeout' }],
  })
})
