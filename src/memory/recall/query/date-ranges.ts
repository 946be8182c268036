import { dayMs } from '../../time.js'
import { dayTerm, monthNumber, monthTerm } from './date-terms.js'

/** A range between two dates in a text: "between May and July", "from 3 to 7 May 2023". */
export interface DateRange {
  readonly text: string
  /** Milliseconds UTC, the end excluded. */
  readonly from: number
  readonly to: number
  /** True when neither end names a year. */
  readonly recursYearly: boolean
  readonly terms: readonly string[]
}

/** One end as written; missing parts are taken from the other end. */
interface End {
  readonly year: number | undefined
  /** 1 to 12. */
  readonly month: number | undefined
  readonly day: number | undefined
}

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?'
const day = '\\d{1,2}(?:st|nd|rd|th)?\\b'
const year = '(?:19|20)\\d\\d\\b'
const iso = `${year}-\\d\\d(?:-\\d\\d)?\\b`
const end = `(?:${iso}|(?:(?:the )?${day}(?:(?: of)? ${month})?|${month}(?: ${day})?)(?:,?(?: of)? ${year})?|${year})`
// Not a hyphen without spaces: it would split "2023-05-08".
const ranges = new RegExp(
  `\\b(?:between (${end}) and|(from )?(${end})(?: (?:to|until|till|through|thru|-)| ?[–—])) ?(${end})`,
  'gi',
)
const parts = new RegExp(`(?<iso>${iso})|(?<year>${year})|(?<day>\\b${day})|(?<month>\\b${month})`, 'gi')

function readEnd(text: string): End {
  const found: { year?: number; month?: number; day?: number } = {}
  for (const { groups = {} } of text.matchAll(parts)) {
    if (groups.iso !== undefined) {
      const [isoYear, isoMonth, isoDay] = groups.iso.split('-').map(Number)
      return { year: isoYear, month: isoMonth, day: isoDay }
    }
    if (groups.year !== undefined) found.year = Number(groups.year)
    else if (groups.day !== undefined) found.day = Number.parseInt(groups.day, 10)
    else found.month = monthNumber(groups.month!)
  }
  return { year: found.year, month: found.month, day: found.day }
}

const isYear = ({ month: named, day: numbered }: End): boolean => named === undefined && numbered === undefined
const isDate = (named: number, numbered = 1): boolean => named >= 1 && named <= 12 && numbered >= 1 && numbered <= 31

function resolve(text: string, first: End, last: End, now: number): DateRange | undefined {
  const firstMonth = first.month ?? (isYear(first) ? 1 : last.month)
  const lastMonth = last.month ?? (isYear(last) ? 12 : first.month)
  if (firstMonth === undefined || lastMonth === undefined) return undefined
  if (!isDate(firstMonth, first.day) || !isDate(lastMonth, last.day)) return undefined

  const recursYearly = first.year === undefined && last.year === undefined
  // "From November to January" crosses a year.
  const crossing = lastMonth < firstMonth ? 1 : 0
  const start = (startYear: number) => Date.UTC(startYear, firstMonth - 1, first.day ?? 1)
  const thisYear = new Date(now).getUTCFullYear()
  // Without a year, the latest such range that has begun: memories lie in the past.
  const past = start(thisYear) > now ? thisYear - 1 : thisYear
  const firstYear = first.year ?? (last.year === undefined ? past : last.year - crossing)
  const lastYear = last.year ?? firstYear + crossing
  const from = start(firstYear)
  const to =
    last.day === undefined ? Date.UTC(lastYear, lastMonth, 1) : Date.UTC(lastYear, lastMonth - 1, last.day) + dayMs
  if (to <= from) return undefined
  return { text, from, to, recursYearly, terms: recursYearly ? [] : termsOf(from, to) }
}

/** Longer ranges match by T_ref only: a term per day would dominate the query. */
const maxTerms = 12

/** Terms for the days of a range, or for its months when it consists of whole months. */
function termsOf(from: number, to: number): string[] {
  const days = Array.from(
    { length: Math.min(maxTerms + 1, (to - from) / dayMs) },
    (_, at) => new Date(from + at * dayMs),
  )
  if (days.length <= maxTerms) {
    return days.map((each) => dayTerm(each.getUTCFullYear(), each.getUTCMonth() + 1, each.getUTCDate()))
  }
  const [begins, ends] = [new Date(from), new Date(to)]
  if (begins.getUTCDate() !== 1 || ends.getUTCDate() !== 1) return []
  const months = (ends.getUTCFullYear() - begins.getUTCFullYear()) * 12 + ends.getUTCMonth() - begins.getUTCMonth()
  if (months > maxTerms) return []
  return Array.from({ length: months }, (_, at) => {
    const each = new Date(Date.UTC(begins.getUTCFullYear(), begins.getUTCMonth() + at, 1))
    return monthTerm(each.getUTCFullYear(), each.getUTCMonth() + 1)
  })
}

/** The ranges in the text; `now` gives the year to those without one. */
export function rangesIn(text: string, now: number): readonly DateRange[] {
  const found: DateRange[] = []
  for (const [whole, between, prefix, from, last] of text.matchAll(ranges)) {
    const ends = [readEnd((between ?? from)!), readEnd(last!)] as const
    // "2020 to 2024" may be ports or prices; "from 2020 to 2024" is a range of years.
    if (ends.every(isYear) && between === undefined && prefix === undefined) continue
    const range = resolve(whole, ...ends, now)
    if (range !== undefined) found.push(range)
  }
  return found
}
