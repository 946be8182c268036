import { describe, expect, test } from 'vitest'
import { rangesIn } from './date-ranges.js'

const now = Date.UTC(2024, 0, 15, 12)
const toDay = (at: number) => new Date(at).toISOString().slice(0, 10)

describe('[REC8] two dates named together are one range', () => {
  test.each([
    ['between May and July 2023', '2023-05-01', '2023-08-01'],
    ['between May 2022 and July 2023', '2022-05-01', '2023-08-01'],
    ['from 3 to 7 May 2023', '2023-05-03', '2023-05-08'],
    ['from the 3rd to the 7th of May 2023', '2023-05-03', '2023-05-08'],
    ['between 11 and 15 August 2023', '2023-08-11', '2023-08-16'],
    ['between May 3 and 7, 2023', '2023-05-03', '2023-05-08'],
    ['May 30th – June 2nd, 2023', '2023-05-30', '2023-06-03'],
    ['from 28 December to 2 January 2023', '2022-12-28', '2023-01-03'],
    ['from November 2022 to January', '2022-11-01', '2023-02-01'],
    ['May 2023 through July', '2023-05-01', '2023-08-01'],
    ['between 2023-05-08 and 2023-06-01', '2023-05-08', '2023-06-02'],
    ['from 2021 to 2023', '2021-01-01', '2024-01-01'],
    ['from May 2021 to 2022', '2021-05-01', '2023-01-01'],
  ])('%s', (text, from, to) => {
    expect(rangesIn(`what did we do ${text}?`, now)).toMatchObject([{ text, recursYearly: false }])
    expect(rangesIn(text, now).map((range) => [toDay(range.from), toDay(range.to)])).toEqual([[from, to]])
  })

  test.each([
    ['between May and July', '2023-05-01', '2023-08-01'],
    ['from 3 to 7 May', '2023-05-03', '2023-05-08'],
    ['from 3 May to 7 June', '2023-05-03', '2023-06-08'],
    ['from November to February', '2023-11-01', '2024-03-01'],
    ['January to March', '2024-01-01', '2024-04-01'],
  ])('%s is that of any year, the last that began named', (text, from, to) => {
    const [range] = rangesIn(text, now)
    expect([toDay(range.from), toDay(range.to), range.recursYearly, range.terms]).toEqual([from, to, true, []])
  })
})

describe('[REC8] finds texts that name a part of it', () => {
  const termsOf = (text: string) => rangesIn(text, now).flatMap(({ terms }) => terms)

  test('its days', () => {
    expect(termsOf('from 30 May to 1 June 2023')).toEqual(['date:2023-05-30', 'date:2023-05-31', 'date:2023-06-01'])
  })

  test('its months', () => {
    expect(termsOf('between December 2022 and January 2023')).toEqual(['date:2022-12', 'date:2023-01'])
  })

  test('unless there are too many', () => {
    expect(termsOf('from 3 May to 9 June 2023')).toEqual([])
    expect(termsOf('from 2020 to 2022')).toEqual([])
  })
})

test.each([
  'between Anna and Ben',
  'from 3 to 7 people',
  'between 5 and 7 pm on May 3',
  'ports 2000 to 2020',
  'on 2023-05-08',
  'from version 1.2 to 1.4',
  'from 2023 to 2021',
  'from 35 to 40 May 2023',
  'from mayor to marshal',
])('[REC8] "%s" is no range', (text) => {
  expect(rangesIn(text, now)).toEqual([])
})
