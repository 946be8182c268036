import type { Amount } from '../../../reading/amounts.js'
import { type Decimal, divide, formatDecimal, parseDecimal, toDecimal } from '../../records/decimal.js'

const signOf: Readonly<Record<string, string>> = { GBP: '£', EUR: '€', USD: '$' }

export const toNumber = ({ value }: Amount): Decimal => parseDecimal(value) ?? toDecimal(0)

export const totalOf = (amounts: readonly Amount[]): Decimal =>
  amounts.reduce((total, amount) => total.plus(toNumber(amount)), toDecimal(0))

export const averageOf = (amounts: readonly Amount[]): Decimal => divide(totalOf(amounts), amounts.length, 2)

/** The one unit of all, null if none has any; undefined where they differ. Within a list, the first may give it to the rest. */
export function commonUnit(amounts: readonly Amount[], areListed = false): string | null | undefined {
  const units = new Set(amounts.map(({ unit }) => unit))
  if (areListed && units.size === 2) units.delete(null)
  return units.size === 1 ? [...units][0] : undefined
}

/** "£166.67", "3.7 kg". */
export function formatAmount(value: Decimal, unit: string | null): string {
  const sign = unit === null ? undefined : signOf[unit]
  if (sign === undefined) return unit === null ? formatDecimal(value) : `${formatDecimal(value)} ${unit}`
  return sign + (value.mod(1).eq(0) ? formatDecimal(value) : value.toFixed(2))
}
