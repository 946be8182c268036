export const dayMs = 86_400_000

const iso8601 =
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:T(?<hour>[01]\d|2[0-3]):(?<minute>[0-5]\d)(?::(?<second>[0-5]\d)(?:[.,](?<fraction>\d+))?)?(?<zone>Z|(?<sign>[+-])(?<zoneHour>[01]\d|2[0-3])(?::?(?<zoneMinute>[0-5]\d))?)?)?$/

/** 0001-01-01T00:00:00.000Z and 9999-12-31T23:59:59.999Z: the range of four-digit years. */
const earliest = -62_135_596_800_000
const latest = 253_402_300_799_999

/**
 * Parses an ISO 8601 date (midnight) or date-time to milliseconds; without a zone it is UTC. Digits past the
 * millisecond are dropped. Returns undefined for anything else, since the caller knows which field to name in the error.
 * `Date.parse` is too lenient: it accepts "12", reads a time without a zone as local, and turns February 30th into March.
 */
export function parseTime(text: string): number | undefined {
  const parts = iso8601.exec(text)?.groups
  if (parts === undefined) return undefined
  const part = (name: string) => Number(parts[name] ?? 0)

  // Not Date.UTC: it maps the years 0 to 99 to 1900 to 1999.
  const date = new Date(0)
  date.setUTCFullYear(part('year'), part('month') - 1, part('day'))
  if (date.getUTCMonth() !== part('month') - 1 || date.getUTCDate() !== part('day')) return undefined

  const milliseconds = Number((parts.fraction ?? '').slice(0, 3).padEnd(3, '0'))
  date.setUTCHours(part('hour'), part('minute'), part('second'), milliseconds)
  const offsetMinutes = part('zoneHour') * 60 + part('zoneMinute')
  const time = date.getTime() - (parts.sign === '-' ? -offsetMinutes : offsetMinutes) * 60_000
  return time >= earliest && time <= latest ? time : undefined
}

/** UTC with `Z`; whole seconds are written without a fraction. */
export function formatTime(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z')
}
