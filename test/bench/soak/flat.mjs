import { median, quantile } from '../numbers.mjs'

/**
 * How much more at the end still counts as flat: a share of what it was, or so little that it says nothing. The machine
 * itself becomes a fifth faster or slower within minutes, so times have more room than sizes.
 */
export const allowances = {
  rss: { share: 0.05, plus: 10 },
  handles: { share: 0, plus: 2 },
  file: { share: 0.02, plus: 2 },
  log: { share: 0.05, plus: 8 },
  latency: { share: 0.25, plus: 3 },
}

/** `points` are `{ minute, value }`; `by` makes one number of those of a part. */
export function compareParts(points, { first, last }, { share, plus }, by = median) {
  const [before, after] = [first, last].map((part) => by(valuesWithin(points, part)))
  return { before, after, isFlat: after <= before * (1 + share) || after - before <= plus }
}

export const valuesWithin = (points, [from, to]) =>
  points.filter(({ minute }) => minute >= from && minute < to).map(({ value }) => value)

export const p95 = (values) => quantile(values, 0.95)

/**
 * Theil–Sen: the median of the slopes of all pairs, in units a minute. A few outliers do not bend it.
 * Sen (1968), Estimates of the regression coefficient based on Kendall's tau.
 */
export function slopeOf(points) {
  const slopes = points.flatMap(({ minute, value }, place) =>
    points
      .slice(place + 1)
      .filter((other) => other.minute !== minute)
      .map((other) => (other.value - value) / (other.minute - minute)),
  )
  return slopes.length === 0 ? 0 : median(slopes)
}
