const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

const monthMs = 30 * 86_400_000

/** "3 days ago"; the date after a month. */
export function toAge(time: string, now: number): string {
  const age = now - Date.parse(time)
  if (Math.abs(age) >= monthMs) return toDate(time)
  for (const [unit, ms] of units) {
    const count = Math.floor(Math.abs(age) / ms)
    if (count === 0) continue
    const amount = `${count} ${unit}${count === 1 ? '' : 's'}`
    return age < 0 ? `in ${amount}` : `${amount} ago`
  }
  return 'just now'
}

const toDate = (time: string): string => time.slice(0, 10)
export const toMoment = (time: string): string => `${time.slice(0, 10)} ${time.slice(11).replace('Z', '')} UTC`
export const toMinute = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`
