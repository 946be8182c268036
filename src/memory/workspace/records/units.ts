import { parseDecimal } from './decimal.js'

/** A number with its unit: "€45", "8.2 km", "80 %". */
export interface UnitNumber {
  /** The number alone, as written. */
  readonly literal: string
  readonly unit: Unit
}

/** Equal keys are the same unit, however it is written. */
export interface Unit {
  readonly key: string
  /** As written, with the side on which it stands. */
  readonly text: string
  readonly isBefore: boolean
}

/** Spellings of each unit; the first is its key. */
const spellings = `EUR € euro euros|USD $ dollar dollars|GBP £ pound pounds|JPY ¥ yen|CHF francs|NOK|SEK|DKK|PLN|CZK|HUF|CAD|AUD|INR|CNY|CLP|KES
kg kgs kilo kilos kilogram kilograms|g gram grams|mg|t ton tons tonne tonnes|lb lbs|oz ounce ounces
km kms kilometre kilometres kilometer kilometers|m metre metres meter meters|cm centimetre centimetres centimeter centimeters|mm|mi mile miles|ft foot feet|inch inches
l litre litres liter liters|ml|cl|dl|gallon gallons gal
h hr hrs hour hours|min mins minute minutes|s sec secs second seconds|ms|day days|week weeks|month months|year years
% percent pct|°C|°F|kcal|kJ|kW|kWh|W|MW|MWh|V|GB gigabyte gigabytes|MB|TB|KB|px|km/h kmh kph|mph|m² sqm m2`

const unitOfSpelling: ReadonlyMap<string, string> = new Map(
  spellings.split(/[|\n]/u).flatMap((group) => {
    const [key, ...others] = group.trim().split(' ')
    return [key, ...others].map((spelling) => [spelling.toLowerCase(), key] as const)
  }),
)

const currencies = new Set([
  'EUR',
  'USD',
  'GBP',
  'JPY',
  'CHF',
  'NOK',
  'SEK',
  'DKK',
  'PLN',
  'CZK',
  'HUF',
  'CAD',
  'AUD',
  'INR',
  'CNY',
  'CLP',
  'KES',
])

/** The key of a unit, undefined for any other word. */
export const unitKey = (word: string): string | undefined => unitOfSpelling.get(word.toLowerCase())

export const isCurrency = (key: string): boolean => currencies.has(key)

const signFirst = /^(?<unit>[€$£¥]|[A-Z]{3})\s?(?<literal>[-+−]?[\d.,]+)$/u
const unitLast = /^(?<literal>[-+−]?[\d.,]+)\s?(?<unit>[^\d\s.,][^\s]{0,11})$/u
const longest = 40

/** Undefined unless the whole text is a number with a known unit. */
export function parseUnitNumber(text: string): UnitNumber | undefined {
  if (text.length > longest) return undefined
  const before = signFirst.exec(text)?.groups
  const parts = before ?? unitLast.exec(text)?.groups
  if (parts === undefined) return undefined
  const key = unitKey(parts.unit)
  if (key === undefined || parseDecimal(parts.literal) === undefined) return undefined
  return { literal: parts.literal, unit: { key, text: parts.unit, isBefore: before !== undefined } }
}

/** "€45", "8.2 km", "80 %". */
export function withUnit(number: string, { text, isBefore }: Unit): string {
  if (!isBefore) return `${number} ${text}`
  return /^[A-Z]/u.test(text)
    ? `${text} ${number}`
    : number.startsWith('-')
      ? `-${text}${number.slice(1)}`
      : `${text}${number}`
}
