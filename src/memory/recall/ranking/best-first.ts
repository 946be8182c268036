/**
 * The places of the values, largest first, ties by id. Sorts numbers and looks up each place among them: comparing two
 * objects at a time takes several times as long (`npm run bench:costs`).
 */
export function bestFirst(values: Float64Array, idOf: (place: number) => string): Uint32Array {
  const ascending = values.slice().sort()
  const order = new Uint32Array(values.length)
  /** How many of an equal run, by its first place, have been placed. */
  const placed = new Uint32Array(values.length)
  const tied = new Set<number>()
  for (let place = 0; place < values.length; place++) {
    const after = firstAbove(ascending, values[place])
    const first = values.length - after
    order[first + placed[first]] = place
    if (++placed[first] === 2) tied.add(first)
  }
  for (const first of tied) order.subarray(first, first + placed[first]).sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
  return order
}

/** How many values are at most this one. */
function firstAbove(ascending: Float64Array, value: number): number {
  let from = 0
  let to = ascending.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (ascending[middle] <= value) from = middle + 1
    else to = middle
  }
  return from
}
