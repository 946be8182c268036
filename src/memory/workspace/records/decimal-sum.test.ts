import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Decimal, formatDecimal, parseDecimal, toDecimal } from './decimal.js'
import { ExactSum, toUnits } from './decimal-sum.js'

function sumExactly(literals: readonly string[]): Decimal {
  const sum = new ExactSum()
  for (const literal of literals) {
    const quick = toUnits(literal)
    if (quick === undefined) sum.addLiteral(literal)
    else sum.addUnits(quick.units, quick.scale)
  }
  return sum.total()
}

test('[GWT8] the quick sum is the exact sum', () => {
  const literal = fc
    .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat(14), fc.nat(20))
    .map(([digits, scale, shift]) =>
      formatDecimal(parseDecimal(`${digits / 10n ** BigInt(shift)}e-${scale}`) as Decimal),
    )
  const odd = fc.constantFrom('1,234.50', '1e3', '+7', '.5', '999999999999999', '-999999999999999', '0.10')
  fc.assert(
    fc.property(fc.array(fc.oneof(literal, odd), { maxLength: 60 }), (literals) => {
      const slow = literals.reduce((sum, each) => sum.plus(parseDecimal(each) as Decimal), toDecimal(0))
      expect(formatDecimal(sumExactly(literals))).toBe(formatDecimal(slow))
    }),
  )
})

test('[GWT8] sums beyond what a double holds are exact', () => {
  expect(formatDecimal(sumExactly(Array(20_000).fill('999999999999999')))).toBe('19999999999999980000')
  expect(formatDecimal(sumExactly(Array(100_000).fill('0.1')))).toBe('10000')
})
