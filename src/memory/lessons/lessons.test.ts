import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { confidenceOf, isShown, withConfirmation, withVerdict } from './confidence.js'
import { contradicts } from './contradictions.js'
import { judgeTurn } from './judge-turn.js'
import { type Lesson, newLesson } from './lesson.js'
import { nearDuplicateCosine, placeLesson, supersededBy } from './place-lesson.js'
import { rankLessons } from './rank-lessons.js'

const lesson = (key_lesson: string, overrides: Partial<Lesson> = {}): Lesson => ({
  ...newLesson({ key_lesson, context_to_prefer: 'deploying', outcome: 'success' }),
  ...overrides,
})

const answered = (toolCalls: string | null) => ({
  answer: { response: 'It is 8080.', reasoning: null, toolCalls, at: 0 },
})

describe('[RSB3] confidence', () => {
  test('[RSB3] is the mean of the Beta posterior with prior Beta(2, 1)', () => {
    expect(confidenceOf({ wins: 0, losses: 0 })).toBeCloseTo(2 / 3)
    expect(confidenceOf({ wins: 3, losses: 0 })).toBeCloseTo(5 / 6)
    expect(confidenceOf({ wins: 1, losses: 4 })).toBeCloseTo(3 / 8)
  })

  test('[RSB3] a win raises it, a loss lowers it, each is a use', () => {
    fc.assert(
      fc.property(fc.nat(50), fc.nat(50), (wins, losses) => {
        const before = lesson('x', { wins, losses, confidence: confidenceOf({ wins, losses }) })
        const [won, lost] = [withVerdict(before, 'win'), withVerdict(before, 'loss')]
        expect(won.confidence).toBeGreaterThan(before.confidence)
        expect(lost.confidence).toBeLessThan(before.confidence)
        expect([won.uses, lost.uses, won.wins, lost.losses]).toEqual([1, 1, wins + 1, losses + 1])
      }),
    )
  })

  test('[RSB3] a wrong lesson is hidden below 0.35, after three losses, and two wins bring it back', () => {
    const twice = withVerdict(withVerdict(lesson('x'), 'loss'), 'loss')
    const thrice = withVerdict(twice, 'loss')
    expect([isShown(twice), isShown(thrice), thrice.confidence]).toEqual([true, false, 2 / 6])
    expect(isShown(withVerdict(withVerdict(thrice, 'win'), 'win'))).toBe(true)
  })

  test('[RSB3] loss: a tool error, or corrected next; win: answered and neither; otherwise undecided', () => {
    const fine = answered('search: 3 results')
    expect(judgeTurn(answered('search: timeout\nsearch: 3 results'), null)).toBe('loss')
    expect(judgeTurn(fine, 'No, it is 8081')).toBe('loss')
    expect(judgeTurn(fine, 'And the host?')).toBe('win')
    expect(judgeTurn(fine, null)).toBeUndefined()
    expect(judgeTurn({ answer: null }, 'No, it is 8081')).toBeUndefined()
  })
})

describe('[RSB3] placing a lesson', () => {
  const near = (key_lesson: string, cosine = 0.95, overrides: Partial<Lesson> = {}) => ({
    id: 'lsn-1',
    lesson: lesson(key_lesson, overrides),
    cosine,
  })

  test('[RSB3] a near-duplicate raises the confidence of the stored lesson', () => {
    const there = near('Always run the linter.')
    expect(placeLesson(lesson('always run the linter'), [there])).toEqual({
      kind: 'joins',
      id: 'lsn-1',
      lesson: { ...there.lesson, wins: 1, confidence: 3 / 4 },
    })
    expect(withConfirmation(there.lesson).uses).toBe(0)
  })

  test.each([
    ['its vector is not near enough', near('always run the linter', nearDuplicateCosine - 0.001)],
    ['a word differs', near('always run the formatter')],
    ['a number differs', near('always run the linter 2 times')],
    ['the outcome differs', near('always run the linter', 0.95, { outcome: 'failure' })],
    ['it was superseded', near('always run the linter', 0.95, { superseded_by: 'lsn-9' })],
  ])('[RSB3] no duplicate: %s', (_, there) => {
    expect(placeLesson(lesson('always run the linter'), [there])).toEqual({ kind: 'new', supersedes: [] })
  })

  test.each([
    ['Never rebase main', 'Always rebase main'],
    ['Do not rebase main', 'Remember to rebase main'],
    ['Use port 8081', 'Use port 8080'],
    ['Write to src/new.ts', 'Write to src/old.ts'],
  ])('[RSB3] a contradiction supersedes: %s', (now, before) => {
    expect(placeLesson(lesson(now), [near(before)])).toEqual({ kind: 'new', supersedes: ['lsn-1'] })
    expect(isShown(supersededBy(lesson(before), 'lsn-2'))).toBe(false)
  })

  test.each<[string, string, Partial<Lesson>]>([
    ['Never rebase main', 'Always rebase topic branches', {}],
    ['Use port 8081', 'Use port 8080', { context_to_prefer: 'testing' }],
    ['Ask Ann first', 'Ask Bob first', {}],
    ['Use port 8081 on host 2', 'Use port 8080 on host 1', {}],
  ])('[RSB3] no contradiction: %s, %s', (now, before, overrides) => {
    expect(contradicts(lesson(now), lesson(before, overrides))).toBe(false)
  })
})

describe('[RSB4] shown lessons', () => {
  const found = (id: string, relevance: number, confidence: number, overrides: Partial<Lesson> = {}) => ({
    id,
    lesson: lesson(id, { confidence, ...overrides }),
    relevance,
    linkNodes: ['ep-1'],
  })

  test('[RSB4] the floor applies to relevance before confidence, the order is relevance × confidence', () => {
    const hits = rankLessons(
      [found('a', 0.9, 0.4), found('b', 0.6, 0.9), found('c', 0.49, 1), found('d', 0.5, 0.5)],
      0.5,
    )
    expect(hits.map(({ id }) => id)).toEqual(['b', 'a', 'd'])
    expect(hits[0]).toEqual({
      id: 'b',
      score: 0.54,
      key_lesson: 'b',
      context_to_prefer: 'deploying',
      link_nodes: ['ep-1'],
      outcome: 'success',
      confidence: 0.9,
    })
  })

  test('[RSB3] hidden and superseded lessons are left out', () => {
    expect(rankLessons([found('a', 1, 0.349), found('b', 1, 0.9, { superseded_by: 'c' })], 0.5)).toEqual([])
    expect(rankLessons([found('a', 1, 0.35)], 0.5)).toHaveLength(1)
  })
})
