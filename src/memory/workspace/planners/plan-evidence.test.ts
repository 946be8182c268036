import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRecords } from '../records/parse-records.js'
import { RecordTable } from '../records/record-table.js'
import type { EvidencePlan, Planner } from './evidence-plan.js'
import { planners } from './evidence-plan.js'
import { TripleIndex } from './graph/triple-index.js'
import { parseTriples } from './graph/triples.js'
import { planEvidence } from './plan-evidence.js'
import { planSemantic } from './semantic-planner.js'

const texts = [
  'name=Lamp, price=4.50, region=North',
  'name=Desk, price=90, region=South',
  'Atlas -> owned_by -> Team Falcon',
  'Team Falcon -> managed_by -> Alice',
  'We talked about the lamp for a long time.',
]
const table = new RecordTable()
const graph = new TripleIndex()
for (const [at, text] of texts.entries()) {
  table.put(`m${at}`, '', parseRecords(text))
  graph.put(`m${at}`, '', parseTriples(text))
}
const context = texts.map((content, at) => ({ id: `m${at}`, content }))

function plan(question: string, planner: Planner): EvidencePlan {
  const planning = planEvidence(question, planner, {
    records: table.select(),
    relationNames: graph.relations(),
    context,
  })
  let step = planning.next()
  while (!step.done) step = planning.next(graph.touching(step.value))
  return step.value
}

describe('[GWT6] planners', () => {
  test.each([
    ['How many are in region North?', 'structured', '1'],
    ['Which has the highest price?', 'structured', 'Desk (90)'],
    ['Who manages the team that owns Atlas?', 'graph', 'Alice'],
    ['What did we say about the lamp?', 'semantic', ''],
    ['Why is Atlas slow?', 'semantic', ''],
  ])('[GWT6] auto takes the first that can answer: %s', (question, effective, answer) => {
    expect(plan(question, 'auto')).toMatchObject({ answer, metadata: { effective_planner: effective } })
    expect(plan(question, 'generic')).toEqual(plan(question, 'auto'))
    expect(plan(question, 'auto').strategy).toBe(effective)
  })

  test('[GWT6] hybrid is the exact answer and the semantic queries beside it', () => {
    const question = 'How many are in region North?'
    const hybrid = plan(question, 'hybrid')
    expect(hybrid).toMatchObject({
      strategy: 'hybrid',
      answer: '1',
      queries: plan(question, 'semantic').queries,
      metadata: { effective_planner: 'structured+semantic', operation: 'count' },
    })
    expect(hybrid.evidence).toEqual(expect.arrayContaining(['m0: name=Lamp, price=4.50, region=North', texts[4]]))
    expect(plan('Who owns Atlas?', 'hybrid')).toMatchObject({ answer: 'Team Falcon' })
    expect(plan('What was said?', 'hybrid')).toMatchObject({ answer: '', metadata: { effective_planner: 'semantic' } })
  })

  test('[GWT6] a planner that cannot answer says so', () => {
    expect(plan('Who owns Atlas?', 'structured')).toEqual({
      strategy: 'structured',
      answer: '',
      queries: [],
      evidence: [],
      metadata: { effective_planner: 'structured', reason: 'no records answer this question' },
    })
    expect(plan('How many are in region North?', 'graph')).toMatchObject({ strategy: 'graph', answer: '' })
  })

  test('[GWT6] no question breaks a planner', () => {
    const words = 'how many who owns atlas the of in north price highest average per region than and or 10 -> owned_by'
    const question = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom(...words.split(' '), 'Atlas', 'Lamp', "Atlas's", 'price?'), { maxLength: 12 })
        .map((parts) => parts.join(' ')),
    )
    fc.assert(
      fc.property(question, fc.constantFrom(...planners), (asked, planner) => {
        const { strategy, answer, queries, evidence } = plan(asked, planner)
        expect(typeof strategy).toBe('string')
        expect(typeof answer).toBe('string')
        expect([...queries, ...evidence].every((text) => typeof text === 'string')).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('[GWT6] the semantic planner plans queries', () => {
  test.each([
    [
      'What did Ann say about the "blue door", and who painted it?',
      [
        'What did Ann say about the "blue door", and who painted it?',
        'What did Ann say about the "blue door"',
        'who painted it?',
        'blue door',
        'Ann',
      ],
    ],
    [
      'What is the difference between the old parser and the new one?',
      [
        'What is the difference between the old parser and the new one?',
        'the old parser',
        'the new one',
        'difference old parser new',
      ],
    ],
    ['parser', ['parser']],
  ])('[GWT6] %s', (question, expected) => {
    expect(planSemantic(question, []).queries).toEqual(expected)
  })

  test('[GWT6] keywords are asked for, too', () => {
    expect(planSemantic('What happened?', [], ['outage', 'gateway']).queries).toEqual([
      'What happened?',
      'happened',
      'outage gateway',
    ])
  })

  test('[GWT6] evidence is what recall found, shortened', () => {
    const long = 'word '.repeat(200)
    const { evidence, metadata } = planSemantic('x?', [{ id: 'a', content: long }, ...context])
    expect(evidence).toHaveLength(5)
    expect(evidence[0]).toHaveLength(300)
    expect(evidence[0].endsWith('…')).toBe(true)
    expect(metadata).toEqual({ evidence_ids: ['a', 'm0', 'm1', 'm2', 'm3'], context_count: 6 })
  })
})
