/** What comes in lists, one at a time: for whoever reads it, while the lists are what is waited for. */
export async function* oneByOne<Item>(lists: AsyncIterable<readonly Item[]>): AsyncGenerator<Item, void, undefined> {
  for await (const list of lists) for (const item of list) yield item
}
