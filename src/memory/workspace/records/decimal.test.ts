import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Decimal, divide, formatDecimal, parseDecimal } from './decimal.js'

const decimal = (text: string): Decimal => {
  const parsed = parseDecimal(text)
  if (parsed === undefined) throw new Error(`${text} is no number`)
  return parsed
}

describe('parseDecimal', () => {
  test.each([
    ['4.5', '4.5'],
    ['4.50', '4.5'],
    ['0', '0'],
    ['-0.0', '0'],
    ['.5', '0.5'],
    ['+7', '7'],
    ['−3', '-3'],
    ['1,234,567.80', '1234567.8'],
    ['1e3', '1000'],
    ['1.5E-3', '0.0015'],
    ['123456789012345678901234567890.1', '123456789012345678901234567890.1'],
  ])('[GWT7] %s is %s', (text, expected) => {
    expect(formatDecimal(decimal(text))).toBe(expected)
  })

  test.each([
    '',
    '.',
    '-',
    '2025-01-02',
    'v2',
    '10:30',
    '5.',
    '4,5',
    '12,34',
    '1,2345',
    '1.2.3',
    '007',
    '01234',
    '$4.50',
    '12%',
    '4.5 kg',
    '0x10',
    'Infinity',
    'NaN',
    '1e9999',
    '٣',
    '1 000',
    ' 1',
  ])('[GWT7] %j is not a number', (text) => {
    expect(parseDecimal(text)).toBeUndefined()
  })
})

describe('exact decimals', () => {
  const parts = () => fc.record({ digits: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), scale: fc.nat(12) })
  const decimals = () => parts().map(({ digits, scale }) => decimal(`${digits}e-${scale}`))

  test('[GWT8] 0.1 + 0.2 is 0.3', () => {
    expect(formatDecimal(decimal('0.1').plus(decimal('0.2')))).toBe('0.3')
  })

  test('[GWT8] what is written is read again', () => {
    fc.assert(fc.property(decimals(), (value) => decimal(formatDecimal(value)).eq(value)))
  })

  test('[GWT8] sums do not depend on their order, and undo', () => {
    fc.assert(
      fc.property(decimals(), decimals(), decimals(), (a, b, c) => {
        expect(formatDecimal(a.plus(b).plus(c))).toBe(formatDecimal(a.plus(c.plus(b))))
        expect(formatDecimal(a.plus(b).minus(b))).toBe(formatDecimal(a))
        expect(formatDecimal(a.minus(a))).toBe('0')
      }),
    )
  })

  test('[GWT8] order is that of the doubles, wherever those can tell', () => {
    fc.assert(
      fc.property(decimals(), decimals(), (a, b) => {
        const [x, y] = [Number(formatDecimal(a)), Number(formatDecimal(b))]
        if (x !== y) expect(a.cmp(b)).toBe(Math.sign(x - y))
      }),
    )
  })

  test.each([
    ['1', 8, 2, '0.13'],
    ['-1', 8, 2, '-0.13'],
    ['2.5', 1, 0, '3'],
    ['-2.5', 1, 0, '-3'],
    ['2.4999', 1, 0, '2'],
    ['1.005', 1, 2, '1.01'],
    ['10', 3, 4, '3.3333'],
    ['20', 3, 4, '6.6667'],
  ])('[GWT8] %s / %d to %d places is %s, half away from zero', (text, count, places, expected) => {
    expect(formatDecimal(divide(decimal(text), count, places))).toBe(expected)
  })

  test('[GWT8] a quotient is never more than half a place off', () => {
    fc.assert(
      fc.property(parts(), fc.integer({ min: 1, max: 10_000 }), fc.nat(8), ({ digits, scale }, count, places) => {
        const [whole, fraction = ''] = formatDecimal(divide(decimal(`${digits}e-${scale}`), count, places)).split('.')
        expect(fraction.length).toBeLessThanOrEqual(places)
        // |q·count·10^scale − digits·10^places| ≤ count·10^scale / 2, in whole numbers of our own.
        const quotient = BigInt(whole + fraction.padEnd(places, '0'))
        const unit = BigInt(count) * 10n ** BigInt(scale)
        const off = quotient * unit - digits * 10n ** BigInt(places)
        expect(2n * (off < 0n ? -off : off) <= unit).toBe(true)
      }),
    )
  })
})
