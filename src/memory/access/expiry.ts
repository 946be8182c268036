import { parseTime } from '../time.js'

const unitMs: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 }

/** `12h`, `30d`, `8w`, or a date, whose day is the last; undefined where it is neither, or over already. */
export function parseExpiry(text: string, now: number): number | undefined {
  const [, count, unit] = /^(\d{1,5})([hdw])$/.exec(text) ?? []
  const end =
    count !== undefined
      ? now + Number(count) * unitMs[unit!]!
      : /^\d{4}-\d\d-\d\d$/.test(text)
        ? addDay(parseTime(text))
        : parseTime(text)
  return end !== undefined && end > now ? end : undefined
}

const addDay = (moment: number | undefined): number | undefined =>
  moment === undefined ? undefined : moment + unitMs.d!
