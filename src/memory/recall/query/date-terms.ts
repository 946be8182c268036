const names = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const name = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
const patterns = new RegExp(
  [
    '\\b(\\d{4})-(\\d{2})(?:-(\\d{2}))?\\b',
    `\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${name},? (\\d{4})\\b`,
    `\\b${name} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`,
    `\\b${name},? (\\d{4})\\b`,
  ].join('|'),
  'gi',
)

const two = (value: number) => String(value).padStart(2, '0')

export function monthTerm(year: number, month: number): string {
  return `date:${year}-${two(month)}`
}

export function dayTerm(year: number, month: number, day: number): string {
  return `${monthTerm(year, month)}-${two(day)}`
}

/** 1 to 12, by the first three letters. */
export function monthNumber(word: string): number {
  return names.indexOf(word.slice(0, 3).toLowerCase()) + 1
}

/** A date with its year, as written in a text. */
export interface NamedDate {
  readonly text: string
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  /** Absent when only the month is named. */
  readonly day: number | undefined
}

export function datesIn(text: string): readonly NamedDate[] {
  const dates: NamedDate[] = []
  for (const match of text.matchAll(patterns)) {
    const [found, isoYear, isoMonth, isoDay, day1, month1, year1, month2, day2, year2, month3, year3] = match
    const named = month1 ?? month2 ?? month3
    const month = named === undefined ? Number(isoMonth) : monthNumber(named)
    const day = Number(isoDay ?? day1 ?? day2 ?? 0)
    if (month < 1 || month > 12 || day > 31) continue
    dates.push({ text: found, year: Number(isoYear ?? year1 ?? year2 ?? year3), month, day: day || undefined })
  }
  return dates
}

/**
 * Index terms for the dates in a text, in one spelling ("8 May 2023" and "2023-05-08" are equal), so that a query for
 * that day or month finds them.
 */
export function dateTerms(text: string): ReadonlySet<string> {
  const terms = new Set<string>()
  for (const { year, month, day } of datesIn(text)) {
    terms.add(monthTerm(year, month))
    if (day !== undefined) terms.add(dayTerm(year, month, day))
  }
  return terms
}
