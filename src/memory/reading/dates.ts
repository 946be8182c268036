import type { ParsedResult } from 'chrono-node'
import type { ParseDates } from '../recall/query/date-parser.js'
import { mayNameTime } from '../recall/query/time-words.js'
import { dayMs } from '../time.js'
import type { Span } from './span.js'

/** A day or span of days that a text names. */
export interface ReadDate extends Span {
  /** Midnight UTC of the first and the last day. */
  readonly first: number
  readonly last: number
  /** Whether the words name the day, so that only the year, or the month of "the 16th", is supplied. */
  readonly isCertain: boolean
}

/** Further away, the year that is meant is a guess. */
const maxDaysWithoutYear = 150
const dayWord = /^(?:today|yesterday|tomorrow|tonight)$/i
// "for 14 minutes", "last day": spans and ordinals that the library takes for days.
const noDay = /\bnow\b|^(?:(?:last|next|this|past) day)$|\b(?:minutes?|mins?|hours?|hrs?|seconds?|secs?)\b|^for /i
const relative = /\b(?:days?|weeks?|fortnights?|months?|years?|weekends?|ago|later|after|s)\b/i
const namedSpan = /^(?:last|this|next|past|the|over the|at the) |ago$/i
// The library takes the day of "from 1 June" for an hour.
const fromDay = /\bfrom (?=\d{1,2} \p{L})/giu
const isoDate = /^\d{4}-\d\d-\d\d/
const ordinals =
  /\b(?:on )?(?<the>the) (?<day>\d{1,2})(?:st|nd|rd|th)\b(?! (?:of|time|floor|birthday|century|attempt|try))/giu
// "from the 16th" may be to come.
const ahead = /\b(?:from|as of|since|until|till|by|starting|before|next|due)\s*$/i

/** The dates in a sentence of a text that was told at `at`. */
export function datesIn(sentence: string, at: number, parse: ParseDates): readonly ReadDate[] {
  if (!mayNameTime(sentence)) return []
  const parsed = parse(sentence.replace(fromDay, '     '), { instant: new Date(at), timezone: 0 }).flatMap(
    (result) => toDate(result, at) ?? [],
  )
  const days = [...sentence.matchAll(ordinals)].flatMap(
    (match) => dayOfMonth(match, sentence.slice(0, match.index), at) ?? [],
  )
  const own = days.filter(
    (day) => !parsed.some((date) => date.from <= day.from && day.from < date.from + date.text.length),
  )
  return [...parsed, ...own].sort((a, b) => a.from - b.from)
}

function toDate({ index, text: found, start, end }: ParsedResult, at: number): ReadDate | undefined {
  const text = withoutEnd(found)
  // A bare decimal is no day: "9.10".
  if (!/\p{L}/u.test(text) && !isoDate.test(text) && !/\d{4}/.test(text)) return undefined
  const names = start.isCertain('day') || start.isCertain('weekday') || start.isCertain('month')
  if (!names || noDay.test(text) || (relative.test(text) && !namedSpan.test(text))) return undefined
  const day = (parts: typeof start) => Date.UTC(parts.get('year')!, parts.get('month')! - 1, parts.get('day')!)
  const namesDay = start.isCertain('day')
  const isMonth = !namesDay && !start.isCertain('weekday')
  const first = isMonth ? Date.UTC(start.get('year')!, start.get('month')! - 1, 1) : day(start)
  const last = end != null ? day(end) : isMonth ? Date.UTC(start.get('year')!, start.get('month')!, 1) - dayMs : first
  const isNear = start.isCertain('year') || Math.abs(first - at) <= maxDaysWithoutYear * dayMs
  const isCertain = dayWord.test(text) || (namesDay && start.isCertain('month') && isNear && !relative.test(text))
  return last < first ? undefined : { from: index, text, first, last, isCertain }
}

function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && /[\s,;.]/.test(text[end - 1]!)) end--
  return text.slice(0, end)
}

/** "On the 16th": certain if that day of the month has been; else it may be to come, or of the month before. */
function dayOfMonth({ index, 0: text, groups }: RegExpMatchArray, before: string, at: number): ReadDate | undefined {
  const number = Number(groups?.day)
  if (number < 1 || number > 31 || ahead.test(before)) return undefined
  const today = new Date(at)
  const day = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), number)
  if (new Date(day).getUTCDate() !== number) return undefined
  return { from: index!, text, first: day, last: day, isCertain: day <= at }
}
