import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Turn } from '../workflow/conversation/turn.js'
import { isCorrection } from './corrections.js'
import { instructionsIn } from './instructions.js'
import { lessonOf } from './learn.js'
import { repeatedAcross, signalsAfterTurn, signalsInTurn } from './signals.js'
import { hasToolError, toolCallsIn } from './tool-calls.js'

let count = 0
const turn = (userInput: string, toolCalls: unknown = null, response: string | null = 'Done.'): Turn => {
  count += 1
  const told = toolCalls === null || typeof toolCalls === 'string' ? toolCalls : JSON.stringify(toolCalls)
  return {
    workflowId: 'w',
    messageId: `m${count}`,
    number: count,
    userInput,
    clarifications: [],
    memoryIds: [],
    lessonIds: [],
    answer: response === null ? null : { response, reasoning: null, toolCalls: told, at: count },
    createdAt: count,
  }
}
const failing = { name: 'run_sql', arguments: { query: 'select * from user' }, error: 'relation "user" does not exist' }
const working = { name: 'run_sql', arguments: { query: 'select * from users' }, result: '3 rows' }

describe('[RSB2] tool calls', () => {
  test('[RSB2] are read from a JSON array', () => {
    expect(toolCallsIn(JSON.stringify([failing, working]))).toEqual([
      { name: 'run_sql', input: failing.arguments, error: failing.error },
      { name: 'run_sql', input: working.arguments, error: null },
    ])
  })

  test('[RSB2] an error that is null, false or empty is none; an object is kept as it is', () => {
    const errors = [null, false, '', { code: 7 }].map((error) => ({ name: 'x', error }))
    expect(toolCallsIn(JSON.stringify(errors)).map(({ error }) => error)).toEqual([null, null, null, '{"code":7}'])
  })

  test('[RSB2] are otherwise read as lines, some of which name an error', () => {
    const told = 'search: timeout after 5 s\nsearch: 3 results\nlint: 0 errors\nbuild finished without errors'
    expect(toolCallsIn(told).map(({ name, error }) => [name, error])).toEqual([
      ['search', 'search: timeout after 5 s'],
      ['search', null],
      ['lint', null],
      ['build', null],
    ])
  })

  test('[RSB2] any text can be read without an error, and a blank one has no calls', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (told) => Array.isArray(toolCallsIn(told))))
    for (const told of [null, '', ' \n', '[]', '[1, null, {}]']) expect(hasToolError(told)).toBe(false)
  })
})

describe('[RSB2] signals', () => {
  const kinds = (signals: readonly { readonly kind: string }[]) => signals.map(({ kind }) => kind)

  test('[RSB2] a tool error followed by a success of the same tool', () => {
    expect(kinds(signalsInTurn(turn('Count users', [failing, working])))).toEqual(['recovery'])
    const none = [[failing], [failing, failing], [working, failing], [failing, { name: 'other' }], [working], null]
    for (const calls of none) expect(signalsInTurn(turn('Count users', calls))).toEqual([])
    expect(kinds(signalsInTurn(turn('Count', 'run_sql: Error: no such table\nrun_sql: 3 rows')))).toEqual(['recovery'])
  })

  test.each([
    'No, the port is 8081.',
    "That's wrong, it was in May",
    'that is not correct',
    'Wrong.',
    'Actually, it is 8081.',
    'I meant the other server',
    'I said Tuesday, not Thursday',
    'You forgot the second table',
    'Nope, she left in June',
    'No, I have no other car than the red one',
    'No, not the red one, the blue one',
    'No, I have nothing in Oslo; it is in Bergen',
  ])('[RSB2] a correction: %s', (next) => {
    expect(isCorrection(next, 'It is 8080.')).toBe(true)
    expect(kinds(signalsAfterTurn(turn('Which port?'), next, []))).toEqual(['correction'])
  })

  test.each([
    'No problem, thanks!',
    'No, thanks.',
    "No, that's all.",
    'No, I have no other questions',
    "No, I don't have any other questions, thank you.",
    'No further questions.',
    'No, nothing else for today.',
    'No, not right now',
    "No, I'm all set.",
    'No, all good!',
    'No, that answers it.',
    'no',
    'Actually, can you also list the hosts?',
    'Now the second table, please',
    'Not bad! What about May?',
    'I meant to buy milk yesterday.',
    'Wrong door alarms: how many were there?',
    'Noah is my brother',
    'Thanks, that is right',
  ])('[RSB2] no correction: %s', (next) => {
    expect(isCorrection(next, 'It is 8080.')).toBe(false)
  })

  test('[RSB2] "no" after a question is no correction', () => {
    expect(isCorrection('No, leave them as they are', 'Done. Shall I delete the old ones?')).toBe(false)
    expect(isCorrection("No, that's wrong", 'Done. Shall I delete the old ones?')).toBe(true)
  })

  test.each<[string, boolean, string | null]>([
    ['Always run the linter before committing.', false, 'before committing'],
    ['Please never push on Fridays!', true, null],
    ['Remember to close the ticket', false, null],
    ['From now on, always answer in French', false, null],
    ['When you deploy, never skip the tests', true, 'When you deploy'],
    ["Don't forget to add the tests", false, null],
  ])('[RSB2] a demand: %s', (text, isForbidding, when) => {
    expect(instructionsIn(text)).toEqual([{ text, isForbidding, when }])
  })

  test.each([
    'I never eat meat',
    'Why does it always fail?',
    'Never mind',
    'He said "always rebase"',
    '> Always rebase',
    'Do you remember to whom I lent it?',
    'She is always late.',
  ])('[RSB2] no demand: %s', (text) => {
    expect(instructionsIn(text)).toEqual([])
  })

  test('[RSB2] a demand among other sentences is taken verbatim', () => {
    const [signal] = signalsInTurn(turn('Deploy it. Always tag the release first. Thanks!'))
    expect(lessonOf(signal!).lesson.key_lesson).toBe('Always tag the release first.')
  })

  const lookUp = [
    { name: 'find_order', arguments: { id: 7 } },
    { name: 'refund', arguments: { id: 7 } },
  ]
  const lookUpOther = [
    { name: 'find_order', arguments: { id: 9 } },
    { name: 'refund', arguments: { id: 9 } },
  ]

  test('[RSB2] a repeated success: the same calls for a similar question, neither corrected', () => {
    const [first, second] = [turn('Refund order 7 please', lookUp), turn('Refund order 9', lookUpOther)]
    const signals = signalsAfterTurn(second, 'Thanks', [first])
    expect(signals).toMatchObject([{ kind: 'repeated_success', turns: [first, second] }])
    expect(lessonOf(signals[0]!).lesson.key_lesson).toBe('Worked again: find_order, then refund')
  })

  test('[RSB2] a repeated success in another conversation, unless it was corrected there', () => {
    const [first, second] = [turn('Refund order 7 please', lookUp), turn('Refund order 9', lookUpOther)]
    expect(repeatedAcross(second, [[first]])).toMatchObject([{ kind: 'repeated_success', turns: [first, second] }])
    expect(repeatedAcross(second, [[first, turn('Thanks', null)]])).toHaveLength(1)
    expect(repeatedAcross(second, [[first, turn("That's wrong", null)]])).toEqual([])
    expect(repeatedAcross(second, [[turn('Water the garden', lookUp)], []])).toEqual([])
    expect(repeatedAcross(turn('Refund order 9', [...lookUp, failing]), [[first]])).toEqual([])
  })

  test('[RSB2] no repeated success: once, corrected, with an error, with other calls, or for another question', () => {
    const second = turn('Refund order 9', lookUpOther)
    const seen = (earlier: readonly Turn[], next = 'Thanks', of = second) => signalsAfterTurn(of, next, earlier)
    const first = turn('Refund order 7', lookUp)
    expect(seen([])).toEqual([])
    expect(kinds(seen([first], 'No, that was wrong'))).toEqual(['correction'])
    expect(seen([first, turn("That's wrong", null)])).toEqual([])
    expect(seen([turn('Refund order 7', [...lookUp, failing])])).toEqual([])
    expect(seen([turn('Refund order 7', lookUp.toReversed())])).toEqual([])
    expect(seen([turn('Plan the summer party', lookUp)])).toEqual([])
    expect(
      seen([turn('Refund order 7', lookUp.slice(0, 1))], 'Thanks', turn('Refund order 9', lookUpOther.slice(0, 1))),
    ).toEqual([])
    expect(seen([first], 'Thanks', turn('Refund order 9', null))).toEqual([])
  })

  test('[RSB2] an unanswered turn gives no signal', () => {
    expect(signalsAfterTurn(turn('Which port?', null, null), 'No, the other', [])).toEqual([])
  })
})

describe('[RSB2] lessons', () => {
  test('[RSB2] use the words of their turns and link to them', () => {
    const recovered = turn('How many users are there?', [failing, working])
    expect(lessonOf(signalsInTurn(recovered)[0]!)).toEqual({
      lesson: {
        key_lesson:
          'run_sql {"query":"select * from user"} failed: relation "user" does not exist. run_sql {"query":"select * from users"} worked.',
        context_to_prefer: 'How many users are there?',
        outcome: 'success',
        confidence: 2 / 3,
        uses: 0,
        wins: 0,
        losses: 0,
        superseded_by: null,
        error: 'relation "user" does not exist',
      },
      tags: ['lesson', 'recovery'],
      messageIds: [recovered.messageId],
    })
    const corrected = turn('Which port?')
    const [signal] = signalsAfterTurn(corrected, 'No, the port is 8081.', [])
    expect(lessonOf(signal!)).toMatchObject({
      lesson: { key_lesson: 'No, the port is 8081.', context_to_prefer: 'Which port?', outcome: 'failure' },
      messageIds: [corrected.messageId],
    })
  })

  test('[RSB2] every word of a lesson occurs in its turns', () => {
    const words = fc.array(
      fc.constantFrom('deploy', 'port', '8081', 'always', 'never', 'no,', 'wrong', '.', 'Kestrel', 'tests'),
      {
        minLength: 1,
        maxLength: 8,
      },
    )
    const calls = fc.array(fc.constantFrom(failing, working, { name: 'build' }), { maxLength: 4 })
    const told = fc.tuple(words, calls).map(([said, made]) => turn(said.join(' '), made))
    // Of our own words there are only these.
    const ours = /\b(?:Worked again|failed|worked|then)\b/gu
    fc.assert(
      fc.property(told, told, words, (earlier, last, said) => {
        const next = said.join(' ')
        const material = JSON.stringify([earlier, last, next]).replaceAll('\\', '').toLowerCase()
        for (const signal of [...signalsInTurn(last), ...signalsAfterTurn(last, next, [earlier])]) {
          const { lesson, messageIds } = lessonOf(signal)
          expect(messageIds.length).toBeGreaterThan(0)
          const own = `${lesson.key_lesson} ${lesson.context_to_prefer}`.replace(ours, ' ').toLowerCase()
          for (const word of own.match(/[\p{L}\p{N}_]+/gu) ?? []) expect(material).toContain(word)
        }
      }),
    )
  })
})
