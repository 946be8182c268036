const pairs = (lists: Readonly<Record<string, string>>) =>
  new Map(Object.entries(lists).flatMap(([unit, words]) => words.split(' ').map((word) => [word, unit] as const)))

/** Codes of ISO 4217. */
export const currencyOfSign: ReadonlyMap<string, string> = new Map([
  ['£', 'GBP'],
  ['€', 'EUR'],
  ['$', 'USD'],
  ['¥', 'JPY'],
])
export const currencyOfWord = pairs({
  GBP: 'pound pounds quid gbp',
  EUR: 'euro euros eur',
  USD: 'dollar dollars bucks usd',
  CHF: 'franc francs chf',
  SEK: 'sek',
  NOK: 'nok',
  DKK: 'dkk',
})
/** Hundredths of a currency. "Cents" are of more than one, and stay a unit of their own. */
export const hundredthOfWord = pairs({ GBP: 'p pence penny' })

/** What is measured, in one spelling. */
export const measureOfWord = pairs({
  kg: 'kg kgs kilo kilos kilogram kilograms',
  g: 'g gram grams',
  t: 'tonne tonnes ton tons',
  l: 'l litre litres liter liters',
  ml: 'ml',
  km: 'km kms kilometre kilometres kilometer kilometers',
  m: 'm metre metres meter meters',
  cm: 'cm',
  mm: 'mm',
  mile: 'mile miles',
  foot: 'foot feet ft',
  kWh: 'kwh',
  GB: 'gb',
  MB: 'mb',
  '%': '% percent pct',
  '°': '° degrees degree °c ºc',
  second: 's sec secs second seconds',
  minute: 'min mins minute minutes',
  hour: 'h hr hrs hour hours',
  day: 'day days',
  week: 'week weeks',
  month: 'month months',
  year: 'year years yr yrs',
})

/** "a" and "per" before one of these make a rate. */
export const perWord =
  /^\s?(?:an?\s|per\s|\/\s?|each\s|every\s|the\s)(hour|day|night|week|fortnight|month|quarter|term|year|evening|morning|afternoon|visit|rehearsal|session|lesson|bag|box|bottle|head|person|chair|seat|piece|pop|go|kilo|kg|litre|metre|mile|unit|text|copy|ticket|item|loaf|tray|jar|h|m|pc)\b/i
export const eachWord = /^,? ?(?:each|apiece|a piece|ea)\b/i

/** Nouns whose number names and does not count: "pitch 14", "error 30007". */
export const numberedThing =
  /(?:^|[\s(])(?:pitch|plot|room|port|door|no\.?|nr\.?|number|error|code|version|chapter|page|line|route|bus|platform|flat|level|opus|op\.?|bwv|channel|gate|exit|junction|invoice|extension|ext\.?|locker|bay|berth)\s?#?$/i
/** Before a bare number up to 24 these say when: "at nine", "seven till four". */
export const beforeHour =
  /(?:^|[\s(])(?:at|till|until|before|after|around|about|past|by|half|since|(?:five|ten|twenty|twenty-five|quarter|\d{1,2}) (?:to|past))\s$/i
export const afterHour =
  /^(?: ?[ap]\.?m\b| ?o['’]?clock\b| (?:till|until) (?:\d|[a-z])|:\d\d| in the (?:morning|afternoon|evening)\b)/i

/** "15 thousand", "£2.6m". */
export const scaleAhead = /^ (?<word>dozen|hundred|thousand|million|billion)(?![\p{L}\p{N}-])/iu
export const factorOfScale: Readonly<Record<string, string>> = {
  dozen: '12',
  hundred: '1e2',
  thousand: '1e3',
  million: '1e6',
  billion: '1e9',
  k: '1e3',
  m: '1e6',
  bn: '1e9',
}
