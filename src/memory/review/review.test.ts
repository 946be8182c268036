import { describe, expect, test } from 'vitest'
import type { Procedure, Step } from '../procedural/procedure.js'
import { emptyProcedure } from '../procedural/procedure.js'
import { saidAs } from '../recall/text/said-as.js'
import { decisionsIn, isSettled, saidAsIn, withDecision } from './decision.js'
import { problemInQuestions } from './question-problem.js'
import { isQuoteOf } from './quote.js'
import { findSaidAsDoubt } from './said-as-doubt.js'
import { maySayTheSame } from './sameness.js'
import { mayBeOneSkill, ownStepsOf } from './skill-pair.js'

describe('what a review settled', () => {
  const question = { topic: 'replaces', about: 'ep-a', other: 'ep-b' } as const

  test('[OPS7] is kept in the facets, the last reply to a question alone', () => {
    const once = withDecision({ outcome: 'neutral' }, question, 'unsure')
    const twice = withDecision(once, question, 'both_true')
    expect(decisionsIn(twice)).toEqual([{ topic: 'replaces', choice: 'both_true', with: 'ep-b' }])
    expect(twice.outcome).toBe('neutral')
    expect(isSettled(twice, 'same', 'ep-b')).toBe(true)
    expect(isSettled(twice, 'replaces', 'ep-c')).toBe(false)
    expect(isSettled(twice, 'replaces', null)).toBe(true)
  })

  test('[OPS7] of other facets of that name nothing counts', () => {
    for (const reviewed of [true, 'yes', [1, null, { topic: 'x', choice: 'same' }], { topic: 'same', choice: 'same' }])
      expect(decisionsIn({ reviewed })).toEqual([])
  })

  test('[OPS7] [REC18] says how a text is said, and stays silent in doubt', () => {
    const about = { topic: 'said_as', about: 'ep-a', other: null } as const
    expect(saidAsIn(withDecision({}, about, 'denial'), null)).toBe('denial')
    expect(saidAsIn(withDecision({}, about, 'stated'), 'plan')).toBeNull()
    expect(saidAsIn(withDecision({}, about, 'unsure'), 'plan')).toBe('plan')
    expect(saidAsIn({}, 'plan')).toBe('plan')
  })
})

describe('what a reply must show', () => {
  test('[OPS7] a quote has the words of the text in their order, whatever the line breaks', () => {
    const text = 'The office is\n  at Dock Road.'
    expect(isQuoteOf('office is at Dock', text)).toBe(true)
    expect(isQuoteOf('office was at Dock', text)).toBe(false)
    for (const short of ['', ' ', 'is', '   a  ']) expect(isQuoteOf(short, text)).toBe(false)
  })

  test.each([
    ['Port 8080 is open.', 'Port 8081 is open.', false],
    ['Deploys on Friday are allowed.', 'Deploys on Friday are not allowed.', false],
    ['Das Tor ist offen.', 'Das Tor ist nicht offen.', false],
    ['It costs 1.200 euros.', 'It costs 1,200 euros.', false],
    ['The big gate is open.', 'The large gate is open.', true],
  ])('[CON2] [OPS7] %s / %s', (one, other, may) => {
    expect(maySayTheSame(one, other)).toBe(may)
  })

  test('[REC25] questions are short lines that ask for something', () => {
    expect(problemInQuestions(['Where is the office?'])).toBeUndefined()
    for (const bad of [
      [],
      ['?'],
      ['Where is\nthe office?'],
      ['office '.repeat(40)],
      [`Is it ghp_${'a1B2c3D4e5F6'.repeat(3)}?`],
    ])
      expect(problemInQuestions(bad), JSON.stringify(bad)).toBeDefined()
  })

  test('[REC18] a doubt is a sentence that is said otherwise than the whole', () => {
    const text = 'The roof terrace is open on weekdays. We may close it in winter.'
    expect(findSaidAsDoubt(text, saidAs(text))).toEqual({ quote: 'We may close it in winter.', ways: [null, 'plan'] })
    for (const plain of ['The roof is open.', 'The roof is open. It has ten tables.'])
      expect(findSaidAsDoubt(plain, saidAs(plain))).toBeUndefined()
  })
})

describe('two skills', () => {
  const skill = (...commands: readonly string[]): Procedure => ({
    ...emptyProcedure,
    name: '',
    trigger_pattern: '',
    steps: commands.map(
      (command, at): Step => ({ order: at + 1, action: command, tool: 'run', parameters: {}, command }),
    ),
  })

  test.each([
    [['git push origin main'], ['git push origin next'], true],
    [['git push origin main'], ['git pull origin main'], false],
    [['systemctl start shop'], ['systemctl stop shop'], false],
    [['make test', 'make pack'], ['make test', 'git tag v1', 'make pack'], true],
    [['make pack', 'make test'], ['make test', 'make pack'], false],
    [[], ['make test'], false],
  ])('[CON4] [OPS7] %s and %s', (one, other, may) => {
    expect(mayBeOneSkill(skill(...one), skill(...other))).toBe(may)
    expect(mayBeOneSkill(skill(...other), skill(...one))).toBe(may)
  })

  test('[CON4] the steps that only the other has come after the step that both have', () => {
    expect(ownStepsOf('proc-b', skill('a b', 'x y', 'c d'), skill('a b', 'c d'))).toEqual([
      { from: 'proc-b', after: 1, order: 2 },
    ])
  })
})
