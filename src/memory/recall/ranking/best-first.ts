/** From here on sorting beats inserting. */
const manyInBucket = 32

/**
 * The places of the values, largest first, ties by id. Sorts into as many buckets as there are values, and then within
 * each: comparing all of them takes several times as long (`npm run bench:costs`).
 */
export function bestFirst(values: Float64Array, idOf: (place: number) => string): Uint32Array {
  const count = values.length
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (value < least) least = value
    if (value > most) most = value
  }
  const perUnit = (count - 1) / (most - least)
  // All in one bucket where they are the same, or so near that a number cannot tell.
  const scale = Number.isFinite(perUnit) ? perUnit : 0
  const bucketOf = (place: number) => Math.floor((most - values[place]) * scale)
  // By bucket, where the next of its places goes; at last its end.
  const next = new Uint32Array(count + 1)
  for (let place = 0; place < count; place++) next[bucketOf(place) + 1]++
  for (let bucket = 1; bucket <= count; bucket++) next[bucket] += next[bucket - 1]
  const order = new Uint32Array(count)
  for (let place = 0; place < count; place++) order[next[bucketOf(place)]++] = place

  const compare = (a: number, b: number) => values[b] - values[a] || (idOf(a) < idOf(b) ? -1 : 1)
  for (let bucket = 0, from = 0; bucket < count; from = next[bucket++]) {
    const to = next[bucket]
    if (to - from > manyInBucket) order.subarray(from, to).sort(compare)
    else insertionSort(order, from, to, compare)
  }
  return order
}

function insertionSort(order: Uint32Array, from: number, to: number, compare: (a: number, b: number) => number): void {
  for (let end = from + 1; end < to; end++) {
    const place = order[end]
    let at = end
    while (at > from && compare(place, order[at - 1]) < 0) order[at] = order[--at]
    order[at] = place
  }
}
