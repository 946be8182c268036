import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { factsIn } from '../../../reading/facts.js'
import { readText } from '../../../reading/text-reading.js'
import { loadDateParser, type ParseDates } from '../../../recall/query/date-parser.js'
import { saidAs } from '../../../recall/text/said-as.js'
import { runWhole } from '../../../slices.js'
import { parseTime } from '../../../time.js'
import type { EvidencePlan } from '../evidence-plan.js'
import { planProse } from './prose-planner.js'
import { hasWords, type ReadMemory } from './read-memory.js'

let parse: ParseDates
beforeAll(async () => {
  parse = await loadDateParser()
})

const now = Date.parse('2026-11-20T12:00:00Z')

/** "2026-05-31 Stall did 521"; without a date, the days of March in their order. */
function tell(texts: readonly string[]): readonly ReadMemory[] {
  return texts.map((told, place) => {
    const [, day = `2026-03-0${place + 1}`, text] = /^(\d{4}-\d\d-\d\d)? ?(.*)$/s.exec(told)!
    const at = parseTime(`${day}T12:00:00Z`)!
    const reading = runWhole(readText(text!, at, parse))
    return { id: `m${place}`, text: text!, at, saidAs: saidAs(text!), reading, facts: factsIn(text!, reading) }
  })
}

function plan(texts: readonly string[], question: string, isComplete = true): EvidencePlan | undefined {
  const memories = tell(texts)
  const planning = planProse(question, now, memories)
  let step = planning.next()
  while (!step.done) {
    const word = step.value
    step = planning.next({ memories: memories.filter(({ text }) => hasWords(text, [word])), isComplete })
  }
  return step.value
}

const colm = ['Colm came on Monday, £165 all in', 'Colm again about the boiler, £240']
const stall = ['2026-05-31 Stall did 521 on the 16th, 467 on the 30th']
const cheese = ['Cheese tasting: Brie 8 out of 10, Comté 9, Gouda 6']
const quotes = ['coach quote from Pell is 1,450, from Odyssey 1,290']
const leavers = ['Omar has left. Last day 17 March.', 'Priya quit. Last day 27 March.']
const groceries = ['flour 412.50, butter 98, and the usual 30 for yeast']
const prices = ['Felix sent the logo, £1,800, paid', 'the pentest was £2,750']

describe('[GWT20] what is plain is computed', () => {
  test.each([
    [colm, 'How much have I paid Colm this year?', '£405'],
    [colm, 'How much has Colm charged me so far?', '£405'],
    [colm, 'What was the average bill from Colm?', '£202.50'],
    [colm, "What was Colm's highest bill?", '£240'],
    [[...colm, 'Maybe Colm will do the tap for £90'], 'How much have I paid Colm?', '£405'],
    [stall, 'What did the stall take in May?', '988'],
    [[...stall, 'Ann does the market stall'], 'What did the market stall take in May?', '988'],
    [stall, 'Which Saturday in May was the best one for the stall?', '16 May 2026'],
    [stall, 'On which day in May did the stall take least?', '30 May 2026'],
    [
      ['2026-08-09 Beans: first picking 2.4 kg on the 1st, 3.1 kg on the 8th'],
      'How many kilos of beans did I pick in August?',
      '5.5 kg',
    ],
    [prices, 'What did the logo and the pentest cost together?', '£4550'],
    [groceries, 'What did the flour and the yeast cost together?', '442.5'],
    [groceries, 'What did I spend on flour, butter and yeast?', '540.5'],
    [cheese, 'Which cheese came second in the tasting?', 'Brie'],
    [cheese, 'Which cheese got more than eight?', 'Comté'],
    [cheese, 'Which cheese scored eight or better?', 'Comté, Brie'],
    [quotes, 'How much dearer was Pell than Odyssey?', '160'],
    [leavers, "How many days after Omar's last day was Priya's?", '10'],
    [leavers, "How many days lie between Priya's last day and Omar's?", '10'],
  ])('%j: %s', (texts, question, answer) => expect(plan(texts, question)?.answer).toBe(answer))
})

describe('[GWT20] a word of the question without a place is refused', () => {
  test.each([
    [colm, 'How much have I paid Colm for the boiler?'],
    [colm, 'How much have I not paid Colm?'],
    [colm, 'How much has Colm paid me?'],
    [colm, "How much have I paid Colm's wife?"],
    [colm, 'How much have I paid Colm last year?'],
    [colm, 'How much have I paid Colm in April?'],
    [stall, 'What did the stall not take in May?'],
    [stall, 'What did the stall cost in May?'],
    [stall, 'What did the flower stall take in May?'],
    [stall, 'Which Sunday in May was the best for the stall?'],
    [cheese, 'Which cheese came second in the raffle?'],
    [cheese, 'Which soft cheese got more than seven?'],
    [cheese, 'Which cheese got eight or less?'],
    [quotes, "How much dearer was Pell's dog than Odyssey?"],
    [quotes, 'How much dearer was Odyssey than Pell?'],
    [leavers, "How many working days after Omar's last day was Priya's?"],
    [leavers, "How many days after Omar's last exam was Priya's?"],
  ])('%j: %s', (texts, question) => expect(plan(texts, question)).toBeUndefined())
})

describe('[GWT20] a memory that is not plain is reason to refuse', () => {
  const paid = 'How much have I paid Colm?'
  const took = 'What did the stall take in May?'
  const both = 'What did the logo and the pentest cost together?'
  test.each([
    ['somebody else is paid', paid, [...colm, 'Colm came too. Paid Ann £50.']],
    ['somebody else is paid', paid, [...colm, 'Paid Ann £50, Colm was there']],
    ['it is owed', paid, [...colm, 'Colm owes me £30']],
    ['it is the other way round', paid, [...colm, 'Colm paid £30 for the old tap']],
    ['a number has no unit', paid, [...colm, 'gave Colm another 40']],
    ['two currencies', paid, [...colm, 'Colm again, €70']],
    ['it may be told twice', paid, [...colm, 'Colm again, £240']],
    ['it is asked for', paid, [...colm, 'Colm wants £90 for the tap']],
    ['it is hearsay', paid, [...colm, 'Apparently Colm takes £90 for taps']],
    ['an amount is not told', paid, [...colm, 'Colm did the tap, same price as before']],
    ['somebody without a name is paid', paid, [...colm, 'Gave him £20 more, he earned it']],
    ['it is denied', paid, [...colm, 'Colm did NOT charge the £60']],
    ['two have the name', paid, [...colm, 'Colm Byrne came, £60', 'Colm Daly came, £70']],
    ['it is a rate', paid, [...colm, 'Colm £12 an hour']],
    ['it may be a fee', took, [...stall, '2026-06-02 stall: fee was £42']],
    ['it is corrected', took, [...stall, '2026-06-02 stall took 30 less on the 30th than I said']],
    ['it is planned', took, ['2026-05-31 The stall might do 521 on the 16th, 467 on the 30th']],
    ['two currencies', both, [prices[0]!, 'the pentest was €2,750']],
    ['a price is not paid yet', both, [prices[0]!, 'the pentest would be £2,750']],
    ['there are two prices', both, [...prices, 'the logo went up to £1,900']],
    ['a price is missing', both, [prices[0]!]],
    ['a price is a rate', both, [prices[0]!, 'the pentest was £2,750 a day']],
    ['two are tied', 'Which cheese came second?', ['Cheese tasting: Brie 8 out of 10, Comté 8, Gouda 6']],
    [
      'there are two lists',
      'Which cheese came second?',
      [...cheese, 'Cheese again: Brie 5 out of 10, Comté 9, Gouda 6'],
    ],
    ['a list has no scores', 'Which cheese came second?', ['Cheese for the party: Brie 8, Comté 9, Gouda 6']],
    [
      'a day was moved',
      "How many days after Omar's last day was Priya's?",
      [...leavers, 'Omar stays till 24 March after all'],
    ],
  ])('%s: %s', (_, question, texts) => expect(plan(texts, question)).toBeUndefined())

  test('more may be stored than was read', () => {
    expect(plan(colm, paid, false)).toBeUndefined()
  })
})

test('[GWT20] an answer says what it rests on and what it left out', () => {
  expect(plan([...colm, 'Maybe Colm will do the tap for £90'], 'How much have I paid Colm?')).toEqual({
    strategy: 'prose',
    answer: '£405',
    queries: [],
    evidence: ['2026-03-01 Colm came on Monday, £165 all in', '2026-03-02 Colm again about the boiler, £240'],
    metadata: {
      effective_planner: 'prose',
      operation: 'sum',
      evidence_ids: ['m0', 'm1'],
      rests_on: 2,
      left_out: { m2: 'plan' },
    },
  })
})

test('[GWT20] no question and no text breaks the planner', () => {
  const words =
    "How much have I paid Colm this year What did the stall take in May Which cheese came second How many days between Anna's last day and Bo's first £5 on the 3rd Colm, and"
  const phrase = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(fc.constantFrom(...words.split(' ')), { maxLength: 14 }).map((parts) => parts.join(' ')),
  )
  fc.assert(
    fc.property(phrase, fc.array(phrase, { maxLength: 4 }), (question, texts) => {
      const found = plan(texts, question)
      expect(found === undefined || found.answer !== '').toBe(true)
    }),
  )
})
