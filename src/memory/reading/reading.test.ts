import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { timeGrowth } from '../../../test/support/growth.js'
import { loadDateParser, type ParseDates } from '../recall/query/date-parser.js'
import { runWhole } from '../slices.js'
import { factsIn } from './facts.js'
import { namesIn } from './names.js'
import { toRecognised } from './recognised.js'
import type { Span } from './span.js'
import { readText } from './text-reading.js'

const told = Date.parse('2026-05-31T10:00:00Z')
let parse: ParseDates
beforeAll(async () => {
  parse = await loadDateParser()
})
const read = (text: string) => runWhole(readText(text, told, parse))
const amountsOf = (text: string) =>
  read(text).sentences.flatMap(({ amounts }) =>
    amounts.map(({ text: words, value, unit, per }) =>
      [words, '=', value, unit ?? '', per === null ? '' : `/${per}`].join(' ').replace(/ +/g, ' ').trim(),
    ),
  )
const day = (time: number) => new Date(time).toISOString().slice(0, 10)
const datesOf = (text: string) =>
  read(text).sentences.flatMap(({ dates }) =>
    dates.map(({ text: words, first, last, isCertain }) =>
      [words, '=', day(first), ...(last > first ? [day(last)] : []), ...(isCertain ? [] : ['about'])].join(' '),
    ),
  )

describe('[GWT20] amounts have a unit only where the words give it', () => {
  test.each([
    ['Colm came at nine, new thermocouple, £165 and a telling off', ['£165 = 165 GBP']],
    ['nineteen pounds forty for the 25 kilo bag', ['nineteen pounds forty = 19.4 GBP', '25 kilo = 25 kg']],
    ['thirty-eight quid a go, unloaded by 7:30', ['thirty-eight quid = 38 GBP /go']],
    ['€1.2k, £2.6m and 15 thousand', ['€1.2k = 1200 EUR', '£2.6m = 2600000 GBP', '15 thousand = 15000']],
    ['six pence each, or 3.1p a piece', ['six pence = 0.06 GBP /piece', '3.1p = 0.031 GBP /piece']],
    ['Bahn 87,40 €, Abschluss 1.480 €', ['87,40 € = 87.4 EUR', '1.480 € = 1480 EUR']],
    [
      'two dozen buns, 22 people, 60 burger buns',
      ['two dozen buns = 24 bun', '22 people = 22 person', '60 burger buns = 60 bun'],
    ],
    ['two thousand and fifty, fifteen hundred', ['two thousand and fifty = 2050', 'fifteen hundred = 1500']],
    ['7 metres of linen, 12.40 an hour', ['7 metres = 7 m', '12.40 = 12.4 /hour']],
    ['flour 412.50, butter 98, and the usual 30 for yeast', ['412.50 = 412.5', '98 = 98', '30 = 30']],
    ['E71 at ten to four, 10.0.1.0/24, v3.2.0, plot 17B, pitch 14, port 8080, 7am, half two', []],
    ['no one, five two one, that one', []],
  ])('%s', (text, expected) => expect(amountsOf(text)).toEqual(expected))
})

describe('[GWT20] dates are of the time a text was told', () => {
  test.each([
    ['stall: 412 on the 2nd, 388 on the 9th', ['on the 2nd = 2026-05-02', 'on the 9th = 2026-05-09']],
    ['Last day 28 August, three years from 1 June', ['28 August = 2026-08-28', '1 June = 2026-06-01']],
    ['yesterday 467', ['yesterday = 2026-05-30']],
    ['pentest 23 to 25 March', ['23 to 25 March = 2026-03-23 2026-03-25']],
    ['in May it rained', ['May = 2026-05-01 2026-05-31 about']],
    ['oven for 14 minutes, 9.60 and 2.40, lock runs out after 30 s', []],
  ])('%s', (text, expected) => expect(datesOf(text)).toEqual(expected))

  test('a day of the month that is still to come is not certain', () => {
    const onTheTwelfth = Date.parse('2026-05-12T10:00:00Z')
    const [{ dates }] = runWhole(readText('she retires on the 31st', onTheTwelfth, parse)).sentences
    expect(dates).toMatchObject([{ text: 'on the 31st', isCertain: false }])
  })
})

describe('[GWT20] lists', () => {
  test.each([
    ['flour 412.50, butter 98, and the usual 30 for yeast', null, ['flour', 'butter', 'yeast']],
    [
      'Quotes: Stowe Hill 780, Grafton 695 but only in August, Weedon 840',
      'Quotes',
      ['Stowe Hill', 'Grafton', 'Weedon'],
    ],
    ['Averley 8 out of 10, the Danish 7.5, Coombe Farm 6', null, ['Averley', 'Danish', 'Coombe Farm']],
    ['Stall did 521 on the 16th, yesterday 467', 'Stall did', [undefined, undefined]],
  ])('%s', (text, heading, labels) => {
    const list = read(text).sentences[0]?.list
    expect(list?.heading?.text ?? null).toBe(heading)
    expect(list?.items.map(({ label }) => label?.text)).toEqual(labels)
  })

  test.each(['works 45 euros an hour, about 12 hours a week', 'order eight weeks ahead, not three'])(
    'what counts different things is none: %s',
    (text) => expect(read(text).sentences[0]?.list).toBeNull(),
  )
})

describe('[GWT20] facts are what a plain sentence states', () => {
  const factsOf = (text: string) =>
    factsIn(text, read(text)).map(({ subject, attribute, value }) => [subject.text, attribute.text, value.text])
  test.each([
    ['Omar has taken a job at a bank. Last day with us 17 July.', [['Omar', 'Last day', '17 July']]],
    ['Lotte has signed. First day is 14 September.', [['Lotte', 'First day', '14 September']]],
    [
      "Freya's first solo is on 12 June, Noor's on 19 June.",
      [
        ['Freya', 'first solo', 'on 12 June'],
        ['Noor', 'first solo', 'on 19 June'],
      ],
    ],
    ["Gideon's sheet says 7 months", []],
    ["If Omar leaves, Omar's last day is 17 July", []],
    ["Is Omar's last day on 17 July?", []],
    ['Last day 17 July.', []],
  ])('%s', (text, expected) => expect(factsOf(text)).toEqual(expected))
})

test('[GWT20] what is recognised says what is not stated', async () => {
  const text = 'Abbey Green offer us a pitch at 30 pounds. Maybe next spring.'
  expect(toRecognised(read(text), [], await namesIn(text))).toEqual({
    amounts: [{ text: '30 pounds', value: '30', unit: 'GBP' }],
    names: ['Abbey Green'],
    not_stated: [{ said_as: 'plan', text: 'Maybe next spring.' }],
  })
})

const words =
  "paid £165 to Colm and 30 for yeast, twenty two thousand pounds forty on the 16th of May 2026 12.40 an hour Anna's last day is 3 June. Maybe? 10.0.0.1 7:30 € 1.480 €\n:;—"
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc
    .array(fc.constantFrom(...words.split(' '), ' ', '\n', '.', ','), { maxLength: 60 })
    .map((parts) => parts.join(' ')),
)

test('[GWT20] every piece is written in the text, at its place', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const reading = read(text)
      const at = (whole: string, { from, text: piece }: Span) =>
        expect(whole.slice(from, from + piece.length)).toBe(piece)
      for (const sentence of reading.sentences) {
        at(text, sentence)
        for (const piece of [...sentence.amounts, ...sentence.dates]) at(sentence.text, piece)
        const { heading, items } = sentence.list ?? { heading: null, items: [] }
        for (const piece of [heading, ...items.map(({ label }) => label)]) if (piece !== null) at(sentence.text, piece)
      }
      for (const { subject, attribute, value } of factsIn(text, reading))
        for (const piece of [subject, attribute, value]) at(text, piece)
      for (const name of await namesIn(text)) at(text, name)
    }),
  )
})

test.each([
  ['numbers', '12,345.60 '],
  ['signs', '£'],
  ['digits', '9'],
  ['commas', '1,'],
  ['number words', 'twenty two '],
  ['lists', 'butter 98, '],
  ['dates', 'on the 16th of May '],
  ['possessives', "Anna's "],
  ['spaces', ' '],
  ['sentences', 'Paid £3. '],
])('[GWT20] time grows in proportion to the text: %s', async (_, part) => {
  const ofLength = (length: number) => part.repeat(length).slice(0, length)
  const growth = await timeGrowth(ofLength(1_000), ofLength(8_000), (text) => factsIn(text, read(text)))
  // Eight times the text; anything quadratic takes 64 times as long.
  expect(growth).toBeLessThan(32)
})

test('[GWT20] of a very long text the beginning is read, in slices', () => {
  const reading = readText('Paid £3 to Colm. '.repeat(10_000), told, parse)
  let slices = 0
  let step = reading.next()
  for (; !step.done; step = reading.next()) slices++
  expect(step.value.isWhole).toBe(false)
  expect(slices).toBe(step.value.sentences.length)
})
