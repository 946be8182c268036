import { type Decimal, parseDecimal, toDecimal } from './decimal.js'

const plain = /^-?\d+(?:\.\d+)?$/
const longestExact = 15
const mostSafe = Number.MAX_SAFE_INTEGER - 10 ** longestExact
const zero = toDecimal(0)

/**
 * The exact sum of number literals. Up to 15 characters, round(x·10^scale) is exact in doubles (it is off by less than
 * a quarter before rounding), so that most of a hundred thousand prices need no decimal of the library, which takes 7.5
 * times as long (67 ms against 9 when it was measured).
 */
export function sumExactly(literals: Iterable<string>): Decimal {
  const unitsByScale: number[] = []
  let rest = zero
  for (const literal of literals) {
    if (literal.length > longestExact || !plain.test(literal)) {
      rest = rest.plus(parseDecimal(literal) ?? zero)
      continue
    }
    const dot = literal.indexOf('.')
    const scale = dot < 0 ? 0 : literal.length - dot - 1
    const units = (unitsByScale[scale] ?? 0) + Math.round(Number(literal) * 10 ** scale)
    if (Math.abs(units) < mostSafe) unitsByScale[scale] = units
    else {
      rest = rest.plus(scaled(units, scale))
      unitsByScale[scale] = 0
    }
  }
  return unitsByScale.reduce((sum, units, scale) => sum.plus(scaled(units, scale)), rest)
}

/** units / 10^scale. */
const scaled = (units: number, scale: number): Decimal => toDecimal(units).times(`1e-${scale}`)
