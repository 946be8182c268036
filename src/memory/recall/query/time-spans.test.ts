import { describe, expect, test } from 'vitest'
import { findTimeSpans } from './time-spans.js'

/** A Monday. */
const monday = Date.UTC(2024, 0, 15, 12)

async function daysIn(text: string, now = monday): Promise<string[][]> {
  const spans = await findTimeSpans(text, now)
  return spans.map(({ from, to }) => [from, to].map((at) => new Date(at).toISOString().slice(0, 10)))
}

describe('[REC8] a weekday alone is the last one before the query', () => {
  test.each([
    ['on Thursday', '2024-01-11'],
    ['last Tuesday', '2024-01-09'],
    ['Sunday', '2024-01-14'],
    ['on Monday', '2024-01-08'],
    ['last Monday', '2024-01-08'],
    ['on Saturday night', '2024-01-13'],
  ])('%s', async (text, day) => {
    const [span, ...others] = await findTimeSpans(`What did Anna say ${text}?`, monday)
    expect(new Date(span.from).toISOString()).toBe(`${day}T00:00:00.000Z`)
    expect(span).toMatchObject({ to: span.from + 86_400_000, recursYearly: false, terms: [`date:${day}`] })
    expect(others).toEqual([])
  })

  test('whichever day it is asked on', async () => {
    for (let day = 15; day < 22; day++) {
      const now = Date.UTC(2024, 0, day, 0, 0, 1)
      for (const asked of ['on Wednesday', 'last Wednesday']) {
        expect(await daysIn(asked, now)).toEqual([
          day <= 17 ? ['2024-01-10', '2024-01-11'] : ['2024-01-17', '2024-01-18'],
        ])
      }
    }
  })

  test('a coming one stays ahead', async () => {
    expect(await daysIn('what is planned for next Friday')).toEqual([['2024-01-26', '2024-01-27']])
  })

  test('with its date it is that date', async () => {
    expect(await daysIn('on Thursday, 4 May 2023')).toEqual([['2023-05-04', '2023-05-05']])
  })
})

describe('[REC8] a range', () => {
  test.each([
    ['what did we do between May and July?', '2023-05-01', '2023-08-01'],
    ['where was Ben from 3 to 7 May?', '2023-05-03', '2023-05-08'],
    ['what did we do between 11 and 15 August 2023?', '2023-08-11', '2023-08-16'],
    ['what happened between May and July of 2022?', '2022-05-01', '2022-08-01'],
  ])('is one span, and its ends are not found again: %s', async (text, from, to) => {
    expect(await daysIn(text)).toEqual([[from, to]])
  })

  test('is found besides other dates', async () => {
    expect(await daysIn('was it on 2 March 2023 or between May and July 2023?')).toEqual([
      ['2023-05-01', '2023-08-01'],
      ['2023-03-02', '2023-03-03'],
    ])
  })
})
