import type { ParsedComponents, ParsedResult } from 'chrono-node'
import { dayMs } from '../../time.js'
import { loadDateParser } from './date-parser.js'
import { rangesIn } from './date-ranges.js'
import { datesIn, dayTerm, monthTerm, type NamedDate } from './date-terms.js'
import { mayNameTime } from './time-words.js'

/** A time span that a query names, in milliseconds UTC, the end excluded. */
export interface TimeSpan {
  readonly text: string
  readonly from: number
  readonly to: number
  /** "In May" without a year: matches in any year. */
  readonly recursYearly: boolean
  /** Terms of texts that name this time (see `dateTerms`). */
  readonly terms: readonly string[]
}

// Parsing costs milliseconds per thousand characters; a question names its time early.
const maxCharacters = 500
const maxSpans = 4
// Chrono does not parse bare years and seasons. Seasons are northern, by calendar months.
const years = /\b(?:in|of|during|since|year) ((?:19|20)\d\d)\b/gi
const seasons = /\b(last |this |past )?(spring|summer|autumn|fall|winter)(?: of)?(?: ((?:19|20)\d\d))?\b/gi
const seasonStart: Readonly<Record<string, number>> = { spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 }

function monthSpan(text: string, year: number, month: number, monthCount: number, recursYearly: boolean): TimeSpan {
  const terms = monthCount === 1 && !recursYearly ? [monthTerm(year, month + 1)] : []
  return { text, from: Date.UTC(year, month, 1), to: Date.UTC(year, month + monthCount, 1), recursYearly, terms }
}

function spanOf({ text, start, end }: ParsedResult, now: number): TimeSpan {
  const year = start.get('year')!
  const month = start.get('month')! - 1
  const day = start.get('day')!
  const at = Date.UTC(year, month, day)
  const hasYear = start.isCertain('year')
  if (end !== null && end !== undefined) {
    return { text, from: at, to: dayOf(end) + dayMs, recursYearly: !hasYear && start.isCertain('month'), terms: [] }
  }
  if (/\bweekend\b/i.test(text)) {
    const saturday = at - ((((new Date(at).getUTCDay() + 1) % 7) * dayMs) % (7 * dayMs))
    return { text, from: saturday, to: saturday + 2 * dayMs, recursYearly: false, terms: [] }
  }
  if (/\bweeks?\b/i.test(text)) {
    const monday = at - ((new Date(at).getUTCDay() + 6) % 7) * dayMs
    return { text, from: monday, to: monday + 7 * dayMs, recursYearly: false, terms: [] }
  }
  if (start.isCertain('day') || start.isCertain('weekday') || !start.isCertain('month')) {
    if (hasYear && !start.isCertain('month') && !start.isCertain('day')) return monthSpan(text, year, 0, 12, false)
    const recursYearly = !hasYear && start.isCertain('month')
    const isWeekday = start.isCertain('weekday') && !hasYear && !recursYearly
    const from = isWeekday ? lastWeekday(text, at, now) : at
    return { text, from, to: from + dayMs, recursYearly, terms: recursYearly ? [] : [termOfDay(from)] }
  }
  return monthSpan(text, year, month, 1, !hasYear)
}

/** "On Friday" is the last Friday before today: memories lie in the past. */
function lastWeekday(text: string, at: number, now: number): number {
  if (/\b(?:this|next|coming)\b/i.test(text)) return at
  const today = Math.floor(now / dayMs) * dayMs
  const daysBefore = (new Date(today).getUTCDay() - new Date(at).getUTCDay() + 7) % 7 || 7
  return today - daysBefore * dayMs
}

function termOfDay(at: number): string {
  const day = new Date(at)
  return dayTerm(day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate())
}

function spanOfDate({ text, year, month, day }: NamedDate): TimeSpan {
  if (day === undefined) return monthSpan(text, year, month - 1, 1, false)
  const from = Date.UTC(year, month - 1, day)
  return { text, from, to: from + dayMs, recursYearly: false, terms: [dayTerm(year, month, day)] }
}

function dayOf(components: ParsedComponents): number {
  return Date.UTC(components.get('year')!, components.get('month')! - 1, components.get('day')!)
}

function seasonSpan(match: RegExpMatchArray, now: number): TimeSpan | undefined {
  const [text, relative, season, givenYear] = match
  // "spring" and "fall" alone also mean other things.
  if (relative === undefined && givenYear === undefined) return undefined
  const month = seasonStart[season!.toLowerCase()]
  const thisYear = new Date(now).getUTCFullYear()
  const hasBegun = Date.UTC(thisYear, month + (/last|past/i.test(relative ?? '') ? 3 : 0), 1) <= now
  const year = givenYear === undefined ? (hasBegun ? thisYear : thisYear - 1) : Number(givenYear)
  return monthSpan(text.trim(), year, month, 3, false)
}

/** The dates and spans that the query names, relative to `now`, in UTC. */
export async function findTimeSpans(query: string, now: number): Promise<readonly TimeSpan[]> {
  const text = query.slice(0, maxCharacters)
  if (!mayNameTime(text)) return []
  const ranges = rangesIn(text, now)
  const outside = blank(text, ranges)
  const spans: TimeSpan[] = [...ranges, ...datesIn(outside).map(spanOfDate)]
  for (const match of outside.matchAll(seasons)) {
    const span = seasonSpan(match, now)
    if (span !== undefined) spans.push(span)
  }
  const parser = await loadDateParser()
  for (const result of parser(blank(outside, spans), { instant: new Date(now), timezone: 0 })) {
    if (namesADay(result)) spans.push(spanOf(result, now))
  }
  for (const [found, year] of outside.matchAll(years)) {
    const from = Date.UTC(Number(year), 0, 1)
    if (!spans.some((span) => span.from < Date.UTC(Number(year) + 1, 0, 1) && span.to > from)) {
      spans.push(monthSpan(found, Number(year), 0, 12, false))
    }
  }
  return spans.slice(0, maxSpans)
}

const weekdayBefore = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day,? (?:the )?$/i

/**
 * Blanks the spans found so far. Otherwise "15 August" is found again in "between 11 and 15 August 2023", and last
 * Thursday in "Thursday, 4 May 2023".
 */
function blank(text: string, spans: readonly Pick<TimeSpan, 'text'>[]): string {
  return spans.reduce((left, span) => {
    const at = left.indexOf(span.text)
    if (at < 0) return left
    const before = left.slice(0, at).replace(weekdayBefore, '').padEnd(at)
    return before + ' '.repeat(span.text.length) + left.slice(at + span.text.length)
  }, text)
}

/** "at 5" or "now" names no day. */
function namesADay({ start, text }: ParsedResult): boolean {
  if (/^(?:now|right now|today)$/i.test(text.trim())) return /today/i.test(text)
  const names = ['day', 'month', 'year', 'weekday'] as const
  return names.some((name) => start.isCertain(name))
}
