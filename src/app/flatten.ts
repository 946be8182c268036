/** What comes in lists, one at a time. A list that has come is told to its end, whatever becomes of those behind it. */
export async function* flatten<Item>(lists: AsyncIterable<readonly Item[]>): AsyncGenerator<Item, void, undefined> {
  for await (const list of lists) for (const item of list) yield item
}
