/** Exactly digits / 10^scale. Sums of what people write as 0.1 and 0.2 must be 0.3, which no double is. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

export const zero: Decimal = { digits: 0n, scale: 0 }

// No leading zeros: 007 and 01234 are codes. Thousands may be grouped, all of them.
const literal =
  /^(?<sign>[-+−])?(?<whole>\d{1,3}(?:,\d{3})+|0|[1-9]\d*)?(?:\.(?<fraction>\d+))?(?:[eE](?<exponent>[-+]?\d{1,3}))?$/
/** Longer runs of digits are keys and hashes, not amounts. */
const longestLiteral = 200

/** GWT7: undefined unless the whole text is one number. */
export function parseDecimal(text: string): Decimal | undefined {
  if (text.length > longestLiteral) return undefined
  const parts = literal.exec(text)?.groups
  if (parts === undefined || (parts.whole === undefined && parts.fraction === undefined)) return undefined
  const fraction = parts.fraction ?? ''
  const magnitude = BigInt((parts.whole ?? '').replaceAll(',', '') + fraction)
  const digits = parts.sign === '-' || parts.sign === '−' ? -magnitude : magnitude
  const scale = fraction.length - Number(parts.exponent ?? 0)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { digits: scaledTo(a, scale) + scaledTo(b, scale), scale }
}

export const negate = ({ digits, scale }: Decimal): Decimal => ({ digits: -digits, scale })

/** Negative, zero or positive, as a − b is. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale)
  const difference = scaledTo(a, scale) - scaledTo(b, scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** a / count to so many places, half away from zero. */
export function divide(a: Decimal, count: number, places: number): Decimal {
  const divisor = BigInt(count) * 10n ** BigInt(Math.max(0, a.scale - places))
  const dividend = a.digits * 10n ** BigInt(Math.max(0, places - a.scale))
  const magnitude = dividend < 0n ? -dividend : dividend
  // ⌊x + ½⌋ of the magnitude rounds half up, which is away from zero once the sign is back.
  const quotient = (2n * magnitude + divisor) / (2n * divisor)
  return { digits: dividend < 0n ? -quotient : quotient, scale: places }
}

/** Without zeros that say nothing: 9, 4.5, -0.25. */
export function formatDecimal({ digits, scale }: Decimal): string {
  const magnitude = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  const whole = magnitude.slice(0, magnitude.length - scale)
  const fraction = magnitude.slice(magnitude.length - scale).replace(/0+$/, '')
  return `${digits < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

const scaledTo = ({ digits, scale }: Decimal, wanted: number): bigint => digits * 10n ** BigInt(wanted - scale)
