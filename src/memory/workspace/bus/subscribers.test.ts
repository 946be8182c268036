import { describe, expect, test } from 'vitest'
import type { EvidencePlan } from '../planners/evidence-plan.js'
import { parseRecords } from '../records/parse-records.js'
import { findContradictions } from './contradictions.js'
import {
  critiquePlan,
  proposeAnswer,
  proposeContinuation,
  proposeContradictions,
  proposeRecall,
} from './subscribers.js'

const plan = (overrides: Partial<EvidencePlan>): EvidencePlan => ({
  strategy: 'structured',
  answer: '',
  queries: [],
  evidence: [],
  metadata: {},
  ...overrides,
})

const recordsIn = (texts: readonly string[]) =>
  texts.flatMap((text, at) => parseRecords(text).map((record, ordinal) => ({ ...record, memoryId: `m${at}`, ordinal })))

describe('[GWT12] contradictions', () => {
  test('[GWT12] the same record, the same field, different values', () => {
    const texts = [
      'name=Lamp, price=4, region=North',
      '{"Name": "lamp", "Price": 5, "Region": "north"}',
      'name=Desk, price=9',
    ]
    const expected = [
      {
        subject: 'Lamp',
        field: 'price',
        values: [
          { text: '4', memoryIds: ['m0'] },
          { text: '5', memoryIds: ['m1'] },
        ],
      },
    ]
    expect(findContradictions(recordsIn(texts))).toEqual(expected)
    expect(findContradictions(recordsIn(texts).toReversed())).toEqual(expected)
  })

  test('[GWT12] another spelling of the same value is not a contradiction', () => {
    expect(
      findContradictions(recordsIn(['name=Lamp, price=4.50', 'name=Lamp, price=4.5', 'NAME=lamp, price=4.500'])),
    ).toEqual([])
  })

  test('[GWT12] by id always; by name only what differs in little', () => {
    expect(findContradictions(recordsIn(['id=7, price=4, region=North', 'id=7, price=5, region=South']))).toHaveLength(
      2,
    )
    expect(
      findContradictions(recordsIn(['name=Lamp, price=4, region=North', 'name=Lamp, price=5, region=South'])),
    ).toEqual([])
    expect(findContradictions(recordsIn(['id=7, name=Lamp, price=4', 'id=8, name=Lamp, price=5']))).toEqual([])
  })

  test('[GWT12] rows of one memory do not contradict each other', () => {
    expect(findContradictions(recordsIn(['| name | price |\n|--|--|\n| Lamp | 4 |\n| Lamp | 5 |']))).toEqual([])
  })

  test('[GWT12] records without id or name are like no other', () => {
    expect(findContradictions(recordsIn(['price=4, region=North', 'price=5, region=North']))).toEqual([])
  })
})

describe('[GWT11] what subscribers propose', () => {
  test('[GWT11] structured_resolver: the exact answer, once per question', () => {
    const [answer, ...more] = proposeAnswer('How many?', plan({ answer: '3', metadata: { evidence_ids: ['m1'] } }))
    expect(more).toEqual([])
    expect(answer).toMatchObject({
      subscriber: 'structured_resolver',
      kind: 'answer',
      key: 'answer:how many',
      evidence_ids: ['m1'],
      metadata: { answer: '3' },
    })
    expect(proposeAnswer('How many?', plan({}))).toEqual([])
    expect(proposeAnswer('Who?', plan({ answer: 'none: …', metadata: { broken_at: { hop: 1 } } }))).toEqual([])
  })

  test('[GWT11] semantic_recall: near memories that are not in the workspace', () => {
    const found = [
      { id: 'a', content: 'A', similarity: 0.7, query: 'q' },
      { id: 'in', content: 'I', similarity: 0.9, query: 'q' },
    ]
    expect(proposeRecall(found, new Set(['in']))).toMatchObject([
      { subscriber: 'semantic_recall', kind: 'recall', key: 'memory:a', confidence: 0.7, evidence_ids: ['a'] },
    ])
  })

  test('[GWT11] relation_continuation: linked memories, and the missing step of a broken path', () => {
    const linked = [
      { id: 'b', content: 'B', via: 'in', relation: 'USES', weight: 0.8, similarity: 0.4 },
      { id: 'in', content: 'I', via: 'in', relation: 'USES', weight: 1, similarity: 1 },
    ]
    const broken = plan({ metadata: { broken_at: { hop: 2, nodes: ['Bob'], relation: 'manager' } } })
    const proposed = proposeContinuation(linked, new Set(['in']), broken)
    expect(proposed).toMatchObject([
      { kind: 'follow', key: 'missing:manager of bob', content: 'Look for the manager of Bob.' },
      { kind: 'follow', key: 'memory:b', evidence_ids: ['in', 'b'] },
    ])
    expect(proposed[1].confidence).toBeCloseTo(0.6, 12)
  })

  test('[GWT11] [GWT12] contradiction_checker: two values, and entities in need of review', () => {
    const contradictions = findContradictions(recordsIn(['name=Lamp, price=4', 'name=Lamp, price=5']))
    expect(
      proposeContradictions(contradictions, [
        { id: 'ent-1', name: 'Redis', reason: 'what it was derived from has changed' },
      ]),
    ).toMatchObject([
      {
        kind: 'contradiction',
        key: 'contradiction:lamp:price',
        content: 'Memory disagrees on the price of Lamp: 4 (m0) or 5 (m1).',
        evidence_ids: ['m0', 'm1'],
      },
      { kind: 'contradiction', key: 'review:ent-1', evidence_ids: ['ent-1'] },
    ])
  })

  test.each([
    [plan({ strategy: 'semantic', metadata: { context_count: 0 } }), ['nothing_near']],
    [plan({ strategy: 'semantic', metadata: { context_count: 3 } }), []],
    [plan({ answer: '3' }), ['no_evidence']],
    [plan({ answer: 'none', evidence: ['x'], metadata: { metric: 'price', numeric_count: 0 } }), ['nothing_numeric']],
    [plan({ answer: '0', evidence: ['x'], metadata: { unknown_fields: ['colour'] } }), ['unknown_fields']],
    [plan({ answer: 'none: …', evidence: ['x'], metadata: { broken_at: { hop: 1 } } }), ['broken_path']],
    [plan({ answer: 'x', evidence: ['x'], metadata: { truncated: true } }), ['truncated']],
    [plan({ answer: '3', evidence: ['x'], metadata: {} }), []],
  ])('[GWT11] plan_critic %#', (given, codes) => {
    const critiques = critiquePlan(given)
    expect(critiques.map(({ metadata }) => metadata.code)).toEqual(codes)
    for (const { subscriber, kind, confidence } of critiques) {
      expect({ subscriber, kind }).toEqual({ subscriber: 'plan_critic', kind: 'critique' })
      expect(confidence).toBeGreaterThanOrEqual(0.5)
    }
  })
})
