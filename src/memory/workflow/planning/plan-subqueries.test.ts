import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Clarification } from '../conversation/run.js'
import { parseText } from './parse-text.js'
import { planSubqueries } from './plan-subqueries.js'

const now = Date.UTC(2026, 5, 15)
const plan = async (question: string, ...rest: readonly [readonly Clarification[], number]) =>
  planSubqueries({ question, parsed: await parseText(question) }, ...rest)
const textsOf = async (question: string, answers: readonly string[] = []) => {
  const clarifications = answers.map((answer) => ({ question: 'Which?', answer }))
  return (await plan(question, clarifications, now)).map(({ text }) => text)
}

describe('[WPL3] sub-queries', () => {
  test.each<[string, string, readonly string[]]>([
    ['one question', 'Who owns the lamp?', []],
    ['sentences', 'Who owns the lamp? Where is the chair?', ['Who owns the lamp?', 'Where is the chair?']],
    ['sides of a comparison', 'Compare Redis with Memcached', ['Redis', 'Memcached']],
    [
      'clauses with their own verb',
      'Find the invoice and summarise the contract',
      ['Find the invoice', 'summarise the contract'],
    ],
    ['list items', 'Tell me about:\n- the oak table\n- the pine shelf', ['the oak table', 'the pine shelf']],
  ])('[WPL3] the whole question first, then its parts: %s', async (_, question, parts) => {
    const texts = await textsOf(question)
    expect(texts[0]).toBe(question)
    expect(texts.slice(1)).toEqual(expect.arrayContaining([...parts]))
    if (parts.length === 0) expect(texts).toHaveLength(1)
  })

  test('[WPL3] "Ann and Bob" are not clauses', async () => {
    expect(await textsOf('When did Ann and Bob marry?')).toEqual(['When did Ann and Bob marry?'])
  })

  test('[WPL3] answers to clarifications become constraints of every part, once', async () => {
    expect(await textsOf("What's the best product?", ['East coast'])).toEqual(["What's the best product? East coast"])
    const texts = await textsOf('Who owns the lamp? Where is the chair in Oslo?', ['Oslo'])
    expect(texts).toContain('Who owns the lamp? Oslo')
    expect(texts).toContain('Where is the chair in Oslo?')
  })

  test('[WPL3] near-duplicates are dropped', async () => {
    expect(await textsOf('Who owns the lamp? Who owned the lamps?')).toHaveLength(1)
  })

  test('[WPL3] of many parts the first six are used', async () => {
    const things = ['lamp', 'chair', 'table', 'shelf', 'mirror', 'carpet', 'clock', 'vase']
    const texts = await textsOf(things.map((thing) => `Who owns the ${thing}?`).join(' '))
    expect(texts.slice(1)).toEqual(things.slice(0, 5).map((thing) => `Who owns the ${thing}?`))
  })

  test('[WPL3] dates are hints, also for parts that do not repeat them, and exclude nothing', async () => {
    const planned = await plan('What did Ann buy in May 2025 and who paid the bill?', [], now)
    expect(planned.length).toBeGreaterThan(1)
    for (const { timeHints } of planned) {
      expect(timeHints).toMatchObject([{ from: Date.UTC(2025, 4, 1), to: Date.UTC(2025, 5, 1), recursYearly: false }])
    }
    expect(planned[0]!.text).toContain('in May 2025')
    expect((await plan('What did Ann buy?', [], now))[0]!.timeHints).toEqual([])
  })

  test('[WPL3] words weigh more where the exact spelling is meant', async () => {
    const weights = async (question: string) => (await plan(question, [], now))[0]!
    expect(await weights('What did Ann buy?')).toMatchObject({ lexicalWeight: 0.25, denseWeight: 0.75 })
    for (const exact of ['Where is config.yaml?', 'Who said "it depends"?', 'Status of PROJ-1187']) {
      expect(await weights(exact)).toMatchObject({ lexicalWeight: 0.6, denseWeight: 0.4 })
    }
  })

  test('[WPL3] at most six, never empty, the whole first, weights that sum to 1: for any text', async () => {
    const sentence = fc.constantFrom(
      'Who owns lamp',
      'and then',
      'compare a',
      'vs',
      '?',
      '. ',
      '\n- item',
      'buy milk',
      '"',
      ',',
    )
    const text = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.array(sentence, { minLength: 1, maxLength: 40 }).map((all) => all.join(' ')),
    )
    await fc.assert(
      fc.asyncProperty(
        text.filter((each) => each.trim() !== ''),
        async (question) => {
          const planned = await plan(question, [], now)
          expect(planned[0]?.text).toBe(question.trim())
          expect(planned.length).toBeLessThanOrEqual(6)
          expect(new Set(planned.map((each) => each.text)).size).toBe(planned.length)
          for (const { lexicalWeight, denseWeight } of planned) expect(lexicalWeight + denseWeight).toBeCloseTo(1)
        },
      ),
    )
  })
})
