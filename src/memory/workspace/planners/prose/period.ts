import { monthNumber } from '../../../recall/query/date-terms.js'
import type { Period } from './read-memory.js'

const month = '(?:january|february|march|april|may|june|july|august|september|october|november|december)'
const whole = '(?:so far|altogether|in total|in all|overall|together|until now|to date|all in all|on the whole)'
/** What may end a question without changing what it is about: the whole, and a time. */
export const tailPattern = `(?:,? (?:${whole}|this year|in ${month}|in \\d{4}))*`

const named = new RegExp(`\\bin (?<month>${month})\\b|\\bin (?<year>\\d{4})\\b|\\b(?<this>this year)\\b`, 'gi')

/** The time that a question names; the latest such month that has begun. Undefined for none, null for more than one. */
export function periodIn(question: string, now: number): Period | null | undefined {
  const found = [...question.matchAll(named)]
  if (found.length === 0) return undefined
  if (found.length > 1) return null
  const { month: name, year } = found[0]!.groups ?? {}
  const thisYear = new Date(now).getUTCFullYear()
  if (name === undefined) {
    const of = year === undefined ? thisYear : Number(year)
    return { from: Date.UTC(of, 0, 1), to: Date.UTC(of + 1, 0, 1) }
  }
  const at = monthNumber(name) - 1
  const of = Date.UTC(thisYear, at, 1) <= now ? thisYear : thisYear - 1
  return { from: Date.UTC(of, at, 1), to: Date.UTC(of, at + 1, 1) }
}
