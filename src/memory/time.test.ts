import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatTime, parseTime } from './time.js'

describe('[COM7] times', () => {
  test.each([
    ['2025-01-31', '2025-01-31T00:00:00Z'],
    ['2024-02-29', '2024-02-29T00:00:00Z'],
    ['2025-01-31T10:20', '2025-01-31T10:20:00Z'],
    ['2025-01-31T10:20:30', '2025-01-31T10:20:30Z'],
    ['2025-01-31T10:20:30Z', '2025-01-31T10:20:30Z'],
    ['2025-01-31T10:20:30.5Z', '2025-01-31T10:20:30.500Z'],
    ['2025-01-31T10:20:30,25', '2025-01-31T10:20:30.250Z'],
    ['2025-01-31T10:20:30.123456+00:00', '2025-01-31T10:20:30.123Z'],
    ['2025-01-31T23:30:00-01:00', '2025-02-01T00:30:00Z'],
    ['2025-01-31T10:20:30+0530', '2025-01-31T04:50:30Z'],
    ['2025-01-31T10:20:30+02', '2025-01-31T08:20:30Z'],
    ['0001-01-01', '0001-01-01T00:00:00Z'],
    ['0099-06-01', '0099-06-01T00:00:00Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('[COM7] %s is %s', (text, expected) => {
    expect(formatTime(parseTime(text)!)).toBe(expected)
  })

  test.each([
    '',
    '12',
    '2025',
    '2025-01',
    '20250131',
    '2025-13-01',
    '2025-00-10',
    '2025-02-30',
    '2025-02-29',
    '2025-01-31 10:20',
    '2025-01-31T24:00',
    '2025-01-31T10:60',
    '2025-01-31T10:20:60',
    '2025-01-31T10',
    '2025-01-31Z',
    '2025-01-31T10:20:30+25:00',
    '2025-01-31T10:20:30 Z',
    ' 2025-01-31',
    '2025-01-31\n',
    '2025-W05',
    'yesterday',
    'Fri, 31 Jan 2025 10:20:30 GMT',
    '1738318830000',
    '0000-12-31',
    '10000-01-01',
    '+010000-01-01',
    '-000001-01-01',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '２０２５-01-31',
  ])('[COM7] %j is no time', (text) => {
    expect(parseTime(text)).toBeUndefined()
  })

  test('[COM7] parsing a formatted time returns it', () => {
    fc.assert(
      fc.property(fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 }), (time) => {
        expect(parseTime(formatTime(time))).toBe(time)
      }),
    )
  })

  test('[COM7] never throws, and agrees with Date.parse where both parse a text', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-6]\d:[0-6]\d(Z|[+-][0-2]\d:[0-6]\d)$/),
        (text) => {
          const time = parseTime(text)
          if (time !== undefined) expect(time).toBe(Date.parse(text))
        },
      ),
    )
  })
})
