import { parseTime } from '../../memory/time.js'

/** What the person said in Cursor, and when; null where the message does not tell. */
interface Told {
  readonly text: string
  readonly at: number | null
}

const [opening, closing] = ['<user_query>', '</user_query>']

/** Cursor puts the request between tags, with the time, files and rules around it, and does not escape it. */
export function toldInCursor(message: string): Told {
  const [start, end] = [message.indexOf(opening), message.lastIndexOf(closing)]
  const text =
    start < 0 ? message.replace(stamp, '') : message.slice(start + opening.length, end < start ? undefined : end)
  return { text, at: timeIn(message) }
}

/** "Sunday, Aug 2, 2026, 3:51 AM (UTC-7)" */
const stamp =
  /<timestamp>[A-Z][a-z]+, ([A-Z][a-z]{2} \d{1,2}, \d{4}), (\d{1,2}:\d{2} [AP]M) \(UTC(?:([+-]\d{1,2})(?::(\d{2}))?)?\)<\/timestamp>/

function timeIn(message: string): number | null {
  const [found, day, time, hours = '+0', minutes = '00'] = stamp.exec(message) ?? []
  if (found === undefined) return null
  const date = new Date(`${day} ${time} GMT${hours[0]}${hours.slice(1).padStart(2, '0')}${minutes}`)
  return Number.isNaN(date.getTime()) ? null : (parseTime(date.toISOString()) ?? null)
}
