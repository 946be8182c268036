import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compete, ignitionThreshold } from './compete.js'
import { askSpecialists, type CompetingGoal, type Competitor, scoreOf, specialistWeights } from './specialists.js'

const hour = 3_600_000
const now = 1_000 * hour
const goal: CompetingGoal = { priority: 1, keywords: [] }

const competitor = (id: string, overrides: Partial<Competitor> = {}): Competitor => ({
  id,
  text: '',
  goalSimilarities: [0],
  occupantSimilarities: {},
  lastUsedAt: now,
  uses: 0,
  links: [],
  sameAs: [],
  ...overrides,
})

/** A weak competitor: long unused, and similar to every occupant. */
const dull = (id: string, occupants: readonly string[], overrides: Partial<Competitor> = {}) =>
  competitor(id, {
    lastUsedAt: now - 10_000 * hour,
    occupantSimilarities: Object.fromEntries(occupants.map((each) => [each, 1])),
    ...overrides,
  })

describe('specialists', () => {
  test('[WSP4] the weights are those of the contract and sum to 1', () => {
    expect(specialistWeights).toEqual({
      relevance: 0.35,
      recency: 0.2,
      novelty: 0.15,
      frequency: 0.1,
      structural_linkage: 0.1,
      goal_linkage: 0.1,
    })
    expect(Object.values(specialistWeights).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12)
  })

  const ask = (overrides: Partial<Competitor>, occupants: readonly Competitor[] = [], goals = [goal]) =>
    askSpecialists(competitor('me', overrides), occupants, goals, now)

  test('[WSP4] relevance is the best goal similarity × priority, clamped', () => {
    const goals = [
      { priority: 0.5, keywords: [] },
      { priority: 1.5, keywords: [] },
    ]
    expect(ask({ goalSimilarities: [0.9, 0.4] }, [], goals).relevance).toBeCloseTo(0.6, 12)
    expect(ask({ goalSimilarities: [0.9, 0.9] }, [], goals).relevance).toBe(1)
    expect(ask({ goalSimilarities: [-0.5] }).relevance).toBe(0)
    expect(ask({ goalSimilarities: [] }, [], []).relevance).toBe(0)
  })

  test('[WSP4] keywords that the text contains raise relevance by 0.05 each, at most 0.15', () => {
    const keywords = ['alpha', 'beta', 'gamma', 'delta', 'Alpha']
    const goals = [{ priority: 1, keywords }]
    const relevance = (text: string) => ask({ text, goalSimilarities: [0.2] }, [], goals).relevance
    expect(relevance('nothing of it')).toBeCloseTo(0.2, 12)
    expect(relevance('ALPHA, alpha and alphabet')).toBeCloseTo(0.25, 12)
    expect(relevance('alpha beta gamma')).toBeCloseTo(0.35, 12)
    expect(relevance('alpha beta gamma delta')).toBeCloseTo(0.35, 12)
  })

  test('[WSP4] recency halves every two hours since the last use', () => {
    expect(ask({ lastUsedAt: now }).recency).toBe(1)
    expect(ask({ lastUsedAt: now - 2 * hour }).recency).toBe(0.5)
    expect(ask({ lastUsedAt: now - 4 * hour }).recency).toBe(0.25)
    expect(ask({ lastUsedAt: now + hour }).recency).toBe(1)
  })

  test('[WSP4] novelty is 1 − mean similarity to the other occupants; 1 if none', () => {
    const occupants = [competitor('a'), competitor('b')]
    expect(ask({ occupantSimilarities: { a: 0.5, b: 0.1 } }, occupants).novelty).toBeCloseTo(0.7, 12)
    expect(ask({ occupantSimilarities: { a: 1 } }).novelty).toBe(1)
    const me = competitor('me', { occupantSimilarities: { me: 1, a: 0.5 } })
    expect(askSpecialists(me, [competitor('a'), me], [goal], now).novelty).toBe(0.5)
    expect(askSpecialists(me, [me], [goal], now).novelty).toBe(1)
  })

  test('[WSP4] frequency is uses/20, at most 1', () => {
    expect(ask({ uses: 5 }).frequency).toBe(0.25)
    expect(ask({ uses: 40 }).frequency).toBe(1)
  })

  test('[WSP4] structural linkage is the share of its links that are in the workspace', () => {
    const occupants = [competitor('a'), competitor('b')]
    expect(ask({ links: ['a', 'x', 'y', 'z'] }, occupants).structural_linkage).toBe(0.25)
    expect(ask({ links: ['a', 'a', 'b'] }, occupants).structural_linkage).toBe(1)
    expect(ask({ links: [] }, occupants).structural_linkage).toBe(0)
  })

  test('[WSP4] goal linkage is the mean goal similarity of its linked occupants', () => {
    const occupants = [
      competitor('a', { goalSimilarities: [0.8] }),
      competitor('b', { goalSimilarities: [0.2] }),
      competitor('c', { goalSimilarities: [1] }),
    ]
    expect(ask({ links: ['a', 'b', 'x'] }, occupants).goal_linkage).toBeCloseTo(0.5, 12)
    expect(ask({ links: ['x'] }, occupants).goal_linkage).toBe(0)
  })

  test('[WSP5] the score is the weighted mean × (1 + 0.3·relevance), capped at 1', () => {
    const none = {
      relevance: 0,
      recency: 0,
      novelty: 0,
      frequency: 0,
      structural_linkage: 0,
      goal_linkage: 0,
    }
    expect(scoreOf({ ...none, recency: 1 })).toBeCloseTo(0.2, 12)
    expect(scoreOf({ ...none, relevance: 0.5, novelty: 1 })).toBeCloseTo((0.35 * 0.5 + 0.15) * 1.15, 12)
    expect(
      scoreOf({ relevance: 1, recency: 1, novelty: 1, frequency: 1, structural_linkage: 1, goal_linkage: 1 }),
    ).toBe(1)
  })
})

describe('compete', () => {
  test('[WSP5] a newcomer needs 0.2, an occupant needs nothing', () => {
    const occupant = dull('in', [])
    const weak = dull('weak', ['in'])
    const result = compete({ occupants: [occupant], candidates: [weak], goals: [goal], slots: 7, now })
    expect(result.winners).toEqual(['in'])
    expect(result.all_scores.in).toBeLessThan(ignitionThreshold)
    expect(result.reason).toBe('ignition_threshold')
    expect(result.reason_breakdown).toEqual({ in: 'kept_in_workspace', weak: 'below_ignition_threshold' })
  })

  test('[WSP5] exactly 0.2 ignites', () => {
    // Recency alone: 0.2 · 1.
    const edge = dull('edge', ['in'], { lastUsedAt: now })
    const result = compete({ occupants: [dull('in', [])], candidates: [edge], goals: [goal], slots: 7, now })
    expect(result.all_scores.edge).toBe(0.2)
    expect(result.reason_breakdown.edge).toBe('admitted')
    expect(result.reason).toBe('')
  })

  test('[WSP5] [GWT4] the best n stay, the displaced are named, the others were eligible', () => {
    const occupants = [competitor('a', { goalSimilarities: [0.9] }), competitor('b', { goalSimilarities: [0.1] })]
    const candidates = [competitor('c', { goalSimilarities: [0.8] }), competitor('d', { goalSimilarities: [0.05] })]
    const result = compete({ occupants, candidates, goals: [goal], slots: 2, now })
    expect(result).toMatchObject({
      winners: ['a', 'c'],
      would_evict: ['b'],
      reason: '',
      reason_breakdown: {
        a: 'kept_in_workspace',
        b: 'evicted_by_higher_activation',
        c: 'admitted',
        d: 'eligible_not_selected',
      },
    })
    expect(Object.keys(result.all_scores)).toEqual(['a', 'c', 'b', 'd'])
  })

  test('[WSP5] occupants win ties, whatever their ids', () => {
    const twin = { occupantSimilarities: { z: 0 } }
    const result = compete({
      occupants: [competitor('z')],
      candidates: [competitor('a', twin)],
      goals: [goal],
      slots: 1,
      now,
    })
    expect(result.all_scores.a).toBe(result.all_scores.z)
    expect(result.winners).toEqual(['z'])
  })

  test('[WSP4] of those that say the same only the more active stays; an occupant wins ties', () => {
    const [a, b] = [competitor('a', { sameAs: ['b'] }), competitor('b', { sameAs: ['a'] })]
    const other = competitor('c')
    const both = compete({ occupants: [], candidates: [a, b, other], goals: [goal], slots: 7, now })
    expect(both.winners).toEqual(['a', 'c'])
    expect(both.reason_breakdown).toEqual({ a: 'admitted', b: 'eligible_not_selected', c: 'admitted' })
    const later = compete({ occupants: [b], candidates: [a], goals: [goal], slots: 7, now })
    expect(later).toMatchObject({ winners: ['b'], would_evict: [] })
    const stronger = compete({ occupants: [b], candidates: [{ ...a, uses: 9 }], goals: [goal], slots: 7, now })
    expect(stronger).toMatchObject({ winners: ['a'], would_evict: ['b'] })
  })

  test('[GWT10] one that waits takes a free slot, but no occupant’s until its score is high enough', () => {
    const weak = competitor('in', { lastUsedAt: 0 })
    const back = competitor('back', { comebackAbove: 0.9 })
    const round = (slots: number, comeback = back) =>
      compete({ occupants: [weak], candidates: [comeback], goals: [goal], slots, now }).winners
    expect(round(1)).toEqual(['in'])
    expect(round(2)).toEqual(['back', 'in'])
    expect(round(1, { ...back, comebackAbove: 0.1 })).toEqual(['back'])
  })

  test('[GWT4] without newcomers there is no threshold to miss', () => {
    expect(compete({ occupants: [], candidates: [], goals: [], slots: 7, now })).toMatchObject({
      winners: [],
      would_evict: [],
      reason: '',
    })
  })

  test('[WSP5] one that is inside already does not compete with itself', () => {
    const me = competitor('me')
    const result = compete({ occupants: [me], candidates: [me], goals: [goal], slots: 7, now })
    expect(result.winners).toEqual(['me'])
    expect(result.reason_breakdown).toEqual({ me: 'kept_in_workspace' })
  })

  const unit = () => fc.double({ min: 0, max: 1, noNaN: true })
  const ids = Array.from({ length: 14 }, (_, at) => `m${at}`)
  const fields = fc.record({
    goalSimilarities: fc.tuple(unit(), unit()),
    occupantSimilarities: fc.dictionary(fc.constantFrom(...ids), unit()),
    lastUsedAt: fc.integer({ min: now - 10 * hour, max: now }),
    uses: fc.integer({ min: 0, max: 30 }),
    links: fc.array(fc.constantFrom(...ids), { maxLength: 5 }),
    text: fc.constantFrom('', 'alpha', 'alpha beta'),
  })
  const arena = fc.record({
    competitors: fc
      .array(fields, { maxLength: ids.length })
      .map((all) => all.map((each, at): Competitor => ({ id: ids[at], sameAs: [], ...each }))),
    seats: fc.integer({ min: 0, max: 7 }),
    slots: fc.integer({ min: 1, max: 9 }),
    keywords: fc.subarray(['alpha', 'beta']),
  })

  test('[WSP5] the order of input never matters', () => {
    fc.assert(
      fc.property(arena, fc.infiniteStream(fc.nat()), ({ competitors, seats, slots, keywords }, chance) => {
        const goals = [
          { priority: 1.2, keywords },
          { priority: 0.4, keywords: ['beta'] },
        ]
        const shuffled = <Item>(items: readonly Item[]) =>
          items
            .map((item) => ({ item, at: chance.next().value }))
            .sort((a, b) => a.at - b.at)
            .map(({ item }) => item)
        const occupants = competitors.slice(0, seats)
        const candidates = competitors.slice(seats)
        const straight = compete({ occupants, candidates, goals, slots, now })
        // Goals are reversed, too, together with their similarities.
        const turned = (each: Competitor): Competitor => ({
          ...each,
          goalSimilarities: each.goalSimilarities.toReversed(),
          links: shuffled(each.links),
        })
        const mixed = compete({
          occupants: shuffled(occupants).map(turned),
          candidates: shuffled(candidates).map(turned),
          goals: goals.toReversed(),
          slots,
          now,
        })
        expect(mixed).toEqual(straight)
        expect(Object.keys(mixed.all_scores)).toEqual(Object.keys(straight.all_scores))
      }),
    )
  })

  test('[WSP5] sums do not depend on the order of the slots, to the last bit', () => {
    // 0.1 + 0.2 + 0.3 is not 0.3 + 0.2 + 0.1.
    const newcomer = competitor('x', { occupantSimilarities: { a: 0.1, b: 0.2, c: 0.3 } })
    const noveltyWith = (ids: readonly string[]) =>
      compete({ occupants: ids.map((id) => competitor(id)), candidates: [newcomer], goals: [goal], slots: 7, now })
        .specialists.x.novelty
    expect(noveltyWith(['c', 'b', 'a'])).toBe(noveltyWith(['a', 'b', 'c']))
  })

  test('[WSP5] no winner scores less than a loser, and every occupant wins or is evicted', () => {
    fc.assert(
      fc.property(arena, ({ competitors, seats, slots }) => {
        const occupants = competitors.slice(0, seats)
        const result = compete({ occupants, candidates: competitors.slice(seats), goals: [goal, goal], slots, now })
        const { winners, would_evict, all_scores, reason_breakdown } = result
        expect(winners.length).toBeLessThanOrEqual(slots)
        expect([...winners, ...would_evict]).toEqual(expect.arrayContaining(occupants.map(({ id }) => id)))
        expect(Object.keys(reason_breakdown).toSorted()).toEqual(competitors.map(({ id }) => id).toSorted())
        const worst = Math.min(...winners.map((id) => all_scores[id]))
        for (const [id, verdict] of Object.entries(reason_breakdown)) {
          if (verdict === 'eligible_not_selected' || verdict === 'evicted_by_higher_activation') {
            expect(all_scores[id]).toBeLessThanOrEqual(worst)
          }
          if (verdict === 'below_ignition_threshold') expect(all_scores[id]).toBeLessThan(ignitionThreshold)
        }
      }),
    )
  })

  test('[GWT4] a competition changes nothing that it was given', () => {
    const deepFreeze = <Value>(value: Value): Value => {
      if (typeof value === 'object' && value !== null) Object.values(value).forEach(deepFreeze)
      return Object.freeze(value)
    }
    const given = deepFreeze({ occupants: [competitor('b'), competitor('a')], candidates: [competitor('c')] })
    expect(() => compete({ ...given, goals: [goal], slots: 1, now })).not.toThrow()
  })
})
