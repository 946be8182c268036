/**
 * The answers, computed from what the generator knows, with arithmetic of its own: whole numbers of hundredths, and
 * rounding by hand.
 */

const scale = 100n
/** Undefined when the text is no number. */
export function hundredths(text) {
  if (text === undefined || !/^-?\d+(?:\.\d{1,2})?$/.test(text)) return undefined
  const [whole, fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(2, '0'))
}

/** n / 10^places, without zeros that say nothing. */
function written(n, places) {
  const digits = (n < 0n ? -n : n).toString().padStart(places + 1, '0')
  const text = `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '')
  return n < 0n ? `-${text}` : text
}

const byValue = (a, b) => (a < b ? -1 : a > b ? 1 : 0)
const sumOf = (values) => values.reduce((sum, value) => sum + value, 0n)

/** To four places, half away from zero; all amounts here are positive. */
const averageOf = (values) => {
  const count = BigInt(values.length)
  return (2n * sumOf(values) * scale + count) / (2n * count)
}

const aggregates = {
  count: (_, rows) => BigInt(rows.length) * scale * scale,
  sum: (values) => sumOf(values) * scale,
  average: averageOf,
  min: (values) => values.toSorted(byValue)[0] * scale,
  max: (values) => values.toSorted(byValue).at(-1) * scale,
}

/** Of rows that have a number there; undefined when none has. In ten-thousandths. */
export function aggregate(rows, key, how) {
  const values = rows.map(({ values }) => hundredths(values[key])).filter((value) => value !== undefined)
  if (how !== 'count' && values.length === 0) return undefined
  return aggregates[how](values, rows)
}

/** The exact fraction, for ranking: averages that round alike are still apart. */
function exactly(rows, key, how) {
  const values = rows.map(({ values }) => hundredths(values[key])).filter((value) => value !== undefined)
  if (how === 'average') return { over: sumOf(values), under: BigInt(values.length) }
  return { over: aggregates[how](values, rows), under: 1n }
}

export const asText = (tenThousandths) => written(tenThousandths, 4)

export function groupBy(rows, key) {
  const groups = new Map()
  for (const row of rows) {
    const value = row.values[key]?.toLowerCase()
    if (value === undefined) continue
    if (!groups.has(value)) groups.set(value, [])
    groups.get(value).push(row)
  }
  return groups
}

/** Ids of their own first, by the numbers in them; else as they were written. */
function byId(a, b) {
  const [x, y] = [a.values.id, b.values.id]
  if (x !== undefined && y !== undefined) return Number(x.replace(/\D/g, '')) - Number(y.replace(/\D/g, ''))
  if (x !== undefined || y !== undefined) return x === undefined ? 1 : -1
  return a.memoryId < b.memoryId ? -1 : a.memoryId > b.memoryId ? 1 : a.ordinal - b.ordinal
}

const rank = (text) => hundredths(text) ?? BigInt(Date.parse(text))

export function rankRows(rows, key, direction, k) {
  return rows
    .filter(({ values }) => values[key] !== undefined)
    .map((row) => ({ row, rank: rank(row.values[key]) }))
    .sort((a, b) => (a.rank === b.rank ? byId(a.row, b.row) : (a.rank < b.rank ? -1 : 1) * direction))
    .slice(0, k)
    .map(({ row }) => [row.display, row.values[key]])
}

export function rankGroups(rows, groupKey, key, how, direction, k) {
  return [...groupBy(rows, groupKey)]
    .filter(([, members]) => how === 'count' || aggregate(members, key, how) !== undefined)
    .map(([name, members]) => ({ name, members, exact: exactly(members, key, how) }))
    .sort((a, b) => {
      const difference = a.exact.over * b.exact.under - b.exact.over * a.exact.under
      return difference === 0n ? (a.name < b.name ? -1 : 1) : (difference < 0n ? -1 : 1) * direction
    })
    .slice(0, k)
    .map(({ name, members }) => [name, asText(aggregate(members, key, how))])
}
