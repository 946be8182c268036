import { Big } from 'big.js'

/** An exact decimal number: 0.1 + 0.2 must be 0.3, which it is not in doubles. */
export type Decimal = Big

export const toDecimal = (whole: number): Decimal => new Big(whole)

// No leading zeros: 007 and 01234 are codes. Thousands may be grouped, but then all of them.
const literal =
  /^(?<sign>[-+−])?(?<whole>\d{1,3}(?:,\d{3})+|0|[1-9]\d*)?(?:\.(?<fraction>\d+))?(?:[eE](?<exponent>[-+]?\d{1,3}))?$/

/** Longer runs of digits are keys or hashes, not amounts. */
const maxLiteralLength = 200

/** GWT7: undefined unless the whole text is one number. */
export function parseDecimal(text: string): Decimal | undefined {
  if (text.length > maxLiteralLength) return undefined
  const parts = literal.exec(text)?.groups
  if (parts === undefined || (parts.whole === undefined && parts.fraction === undefined)) return undefined
  const { sign, whole = '0', fraction = '0', exponent = '0' } = parts
  const isNegative = sign === '-' || sign === '−'
  return new Big(`${isNegative ? '-' : ''}${whole.replaceAll(',', '')}.${fraction}e${exponent}`)
}

/** a / count, rounded to `places` decimals, half away from zero. */
export function divide(a: Decimal, count: number, places: number): Decimal {
  // Big.js stores the precision on the constructor, so this call uses its own constructor.
  const Rounding = Big()
  Rounding.DP = places
  Rounding.RM = Big.roundHalfUp
  return new Rounding(a).div(count)
}

/** Without trailing zeros and without an exponent: 9, 4.5, -0.25. */
export const formatDecimal = (a: Decimal): string => a.toFixed()
