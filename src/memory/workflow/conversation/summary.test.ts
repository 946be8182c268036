import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptySummary, foldSummary } from './summary.js'
import type { Turn } from './turn.js'

const turn = (number: number, overrides: Partial<Turn> = {}): Turn => ({
  workflowId: 'w',
  messageId: `m${number}`,
  number,
  userInput: `question ${number}`,
  clarifications: [],
  memoryIds: [],
  lessonIds: [],
  answer: { response: `answer ${number}`, reasoning: null, toolCalls: null, at: number },
  createdAt: number,
  ...overrides,
})
const turns = (count: number) => Array.from({ length: count }, (_, at) => turn(at + 1))

test('[RSB6] the newest five turns stay, older ones are folded', () => {
  expect(foldSummary(emptySummary, turns(5))).toEqual([])
  expect(foldSummary(emptySummary, turns(7))).toEqual([
    { messageId: 'm1', number: 1, asked: 'question 1', answered: 'answer 1' },
    { messageId: 'm2', number: 2, asked: 'question 2', answered: 'answer 2' },
  ])
})

test('[RSB6] folding step by step is folding at once', () => {
  fc.assert(
    fc.property(fc.nat(60), (count) => {
      const all = turns(count)
      const stepwise = all.reduce(
        (summary, _, at) => foldSummary(summary, all.slice(Math.max(0, at - 6), at + 1)),
        emptySummary,
      )
      expect(stepwise).toEqual(foldSummary(emptySummary, all))
    }),
  )
})

test('[RSB6] a turn that was asked back is folded with what was answered; without an answer it says so', () => {
  const asked = turn(1, { clarifications: [{ question: 'Where?', answer: 'East coast' }], answer: null })
  expect(foldSummary(emptySummary, [asked, ...turns(6).slice(1)])).toMatchObject([
    { asked: 'question 1; East coast', answered: null },
  ])
})

test('[RSB6] the summary is bounded: long texts are shortened, the oldest lines go', () => {
  const long = turns(100).map((each) => ({ ...each, userInput: 'x'.repeat(10_000) }))
  const summary = foldSummary(emptySummary, long)
  expect(summary.length).toBe(40)
  expect(summary.at(-1)?.number).toBe(95)
  expect(JSON.stringify(summary).length).toBeLessThan(40 * 600)
})
