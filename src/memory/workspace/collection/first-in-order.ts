/** The first `count` items in an order, without sorting all of them (`npm run bench:workspace`). */
export function firstInOrder<Item>(items: readonly Item[], count: number, order: (a: Item, b: Item) => number): Item[] {
  // When few items are left out, sorting all is faster than maintaining a short list.
  if (count * 4 >= items.length) return [...items].sort(order).slice(0, count)
  const first: Item[] = []
  for (const item of items) {
    if (first.length === count && (count === 0 || order(item, first[count - 1]) >= 0)) continue
    let at = first.length
    while (at > 0 && order(item, first[at - 1]) < 0) at--
    first.splice(at, 0, item)
    if (first.length > count) first.pop()
  }
  return first
}
