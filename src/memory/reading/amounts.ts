import { formatDecimal, parseDecimal } from '../workspace/records/decimal.js'
import { numberInWords, valueOfWords } from './english/number-words.js'
import {
  afterHour,
  beforeHour,
  currencyOfSign,
  currencyOfWord,
  eachWord,
  factorOfScale,
  hundredthOfWord,
  measureOfWord,
  numberedThing,
  perWord,
  scaleAhead,
} from './english/units.js'
import { overlaps, type Span } from './span.js'

/** A quantity with its unit, exactly as far as the words say it. */
export interface Amount extends Span {
  /** An exact decimal, without separators and trailing zeros. */
  readonly value: string
  /** `money` has a currency, `measure` a unit, `count` the noun that is counted; `number` stands alone. */
  readonly kind: 'money' | 'measure' | 'count' | 'number'
  /** A code of ISO 4217, a unit in one spelling, or a noun in the singular; null for a number alone. */
  readonly unit: string | null
  /** What one of these is for: "hour" in "12.40 an hour", "piece" in "6p each". */
  readonly per: string | null
}

const signs = [...currencyOfSign.keys()].join('')
// A numeral neither begins nor ends inside a word, a code, a time, a date or an address.
const numeral = `(?<![\\p{L}\\p{N}_.,:/#@+-])(?:(?<sign>[${signs}]) ?)?(?<digits>\\d[\\d.,]*\\d|\\d)(?![\\p{N}_]|[.,:-]\\d|/(?!(?:5|10|20|100)\\b)\\d|-\\p{L})`
const numbers = new RegExp(`${numeral}|(?<![\\p{L}\\p{N}-])(?<words>${numberInWords})`, 'giu')
const english = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$|^\d+(?:\.\d+)?$/
// "1.480 €", "87,40": the sign behind the number, or two digits behind the comma.
const continental = /^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$|^\d+,\d{1,2}$/
const unitAhead = /^ ?(?<word>[€£$%°º]c?|\p{L}+)(?![\p{L}\p{N}_])/iu
const pluralAhead = /^ (?:(?<between>\p{Ll}+) )?(?<noun>\p{Ll}{2,}s|people|children|men|women)(?![\p{L}\p{N}_'’])/u
const notPlural = /(?:ss|us|is|as)$/
const notCounted = /^(?:ones|was|is|as|has|does|yes|this|its|his|hers|ours|theirs|plus|minus|always|sometimes)$/
const noAdjective =
  /^(?:of|and|or|to|in|on|at|for|the|a|it|but|is|was|by|from|with|than|as|out|per|each|we|they|he|she|i|you|not|just|only|now|if|when)$/
// "8 out of 10"
const outOf = /^(?: out of |\/)(10|5|20|100|ten|five)(?![\p{L}\p{N}.,]\p{N})\b/u
const lookAhead = 48

/** The amounts in a sentence; what names, times or numbers something else is left out. `taken` are its dates. */
export function amountsIn(sentence: string, taken: readonly Span[]): readonly Amount[] {
  const found: Amount[] = []
  for (const { index: from, 0: text, groups = {} } of sentence.matchAll(numbers)) {
    const span = { from, text }
    // Part of an amount already: the pence in "nineteen pounds forty".
    if (taken.some((each) => overlaps(each, span)) || found.slice(-1).some((each) => overlaps(each, span))) continue
    const amount = amountAt(sentence, from, text, groups)
    if (amount !== undefined) found.push(amount)
  }
  return found
}

type Parts = Readonly<Record<string, string | undefined>>

function amountAt(sentence: string, from: number, text: string, { sign, digits, words }: Parts): Amount | undefined {
  const before = sentence.slice(Math.max(0, from - 24), from)
  let end = from + text.length
  const ahead = () => sentence.slice(end, end + lookAhead)
  const literal =
    digits === undefined ? valueOfWords(words!)?.toString() : literalOf(digits, sign === '€' || /^ ?€/.test(ahead()))
  if (literal === undefined) return undefined
  const scale = scaleAt(ahead(), sign !== undefined)
  end += scale.length
  const value = times(literal, scale.factor)
  const make = (kind: Amount['kind'], unit: string | null, exact = value): Amount => {
    const rest = ahead()
    const per = perWord.exec(rest)?.[1]?.toLowerCase() ?? (eachWord.test(rest) ? 'piece' : null)
    return { from, text: sentence.slice(from, end), value: exact, kind, unit, per }
  }
  if (sign !== undefined) return make('money', currencyOfSign.get(sign)!)

  const unit = unitAhead.exec(ahead())
  const word = unit?.groups?.word?.toLowerCase() ?? ''
  const written = unit?.[0].length ?? 0
  const currency = currencyOfSign.get(word) ?? currencyOfWord.get(word)
  if (currency !== undefined) {
    end += written
    const cents = centsAfter(ahead())
    if (cents === undefined) return make('money', currency)
    end += cents.length
    return make('money', currency, times(`${value}.${cents.value}`, '1'))
  }
  const ofHundredths = hundredthOfWord.get(word)
  if (ofHundredths !== undefined) {
    end += written
    return make('money', ofHundredths, times(value, '1e-2'))
  }
  if (isHour(before, ahead(), value) || numberedThing.test(before)) return undefined
  // A glued letter is a unit only if it is known: "17B" is a name.
  const measure = measureOfWord.get(word)
  if (measure !== undefined && (words === undefined || word.length > 1)) {
    end += written
    return make('measure', measure)
  }
  const most = outOf.exec(ahead())
  if (most !== null) {
    end += most[0].length
    return make('measure', `of ${most[1]}`)
  }
  if (/^\p{L}/u.test(ahead())) return undefined
  // "one" is a pronoun more often than a number.
  if (words !== undefined && /^(?:one|zero)$/i.test(words)) return undefined
  const counted = nounOf(ahead())
  if (counted !== undefined) {
    end += counted.length
    return make('count', counted.noun)
  }
  return make('number', null)
}

function literalOf(digits: string, isEuro: boolean): string | undefined {
  if (continental.test(digits) && (!english.test(digits) || (isEuro && /^\d{1,3}\.\d{3}$/.test(digits))))
    return digits.replaceAll('.', '').replace(',', '.')
  return english.test(digits) ? digits.replaceAll(',', '') : undefined
}

/** "15 thousand", "1.2k"; "m" is a million only behind a sign, else metres. */
function scaleAt(ahead: string, isMoney: boolean): { readonly factor: string; readonly length: number } {
  const glued = /^(?:k|bn|m)(?![\p{L}\p{N}])/iu.exec(ahead)?.[0]
  const spaced = scaleAhead.exec(ahead)
  const word = (spaced?.groups?.word ?? glued ?? '').toLowerCase()
  if (word === '' || (word === 'm' && !isMoney)) return { factor: '1', length: 0 }
  return { factor: factorOfScale[word]!, length: (spaced?.[0] ?? glued!).length }
}

function times(value: string, factor: string): string {
  const decimal = parseDecimal(value.replace(/^0+(?=\d)/, ''))
  return decimal === undefined ? value : formatDecimal(decimal.times(factor))
}

/** "nineteen pounds forty", "2 pounds 25": two digits or a number below a hundred behind the currency, and nothing counted. */
function centsAfter(ahead: string): { readonly value: string; readonly length: number } | undefined {
  const match = /^ (?:(\d\d)|([a-z]+(?:-[a-z]+)?))(?![\p{L}\p{N}_-]| (?:of|years?|days?|hours?|minutes?)\b)/u.exec(
    ahead,
  )
  if (match === null) return undefined
  const cents = match[1] === undefined ? valueOfWords(match[2]!) : Number(match[1])
  if (cents === undefined || cents < 10 || cents > 99) return undefined
  return { value: String(cents), length: match[0].length }
}

const isHour = (before: string, ahead: string, value: string): boolean =>
  Number(value) <= 24 &&
  /^\d+$/.test(value) &&
  (afterHour.test(ahead) || (beforeHour.test(before) && nounOf(ahead) === undefined))

/** The noun that is counted, in the singular. */
function nounOf(ahead: string): { readonly noun: string; readonly length: number } | undefined {
  const match = pluralAhead.exec(ahead)
  const noun = match?.groups?.noun
  if (match === null || noun === undefined || notPlural.test(noun) || notCounted.test(noun)) return undefined
  const between = match.groups?.between
  if (between !== undefined && noAdjective.test(between)) return undefined
  return { noun: singularOf(noun), length: match[0].length }
}

const irregular: Readonly<Record<string, string>> = {
  people: 'person',
  children: 'child',
  men: 'man',
  women: 'woman',
  loaves: 'loaf',
}

function singularOf(plural: string): string {
  return (
    irregular[plural] ??
    plural
      .replace(/ies$/, 'y')
      .replace(/(?<=ss|sh|ch|x)es$/, '')
      .replace(/s$/, '')
  )
}
