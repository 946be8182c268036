/** The same stream with each step tracked as a call; after the memory is closed, the next step throws. */
export function whileOpen<Item>(
  source: AsyncGenerator<Item, void, undefined>,
  track: <Result>(work: () => Promise<Result>) => Promise<Result>,
): AsyncIterable<Item> {
  const iterator: AsyncIterator<Item, void, undefined> = {
    async next() {
      let hasBegun = false
      try {
        return await track(() => {
          hasBegun = true
          return source.next()
        })
      } catch (error) {
        // The reader will not ask again: the source releases what it holds.
        if (!hasBegun) await source.return()
        throw error
      }
    },
    return: () => source.return(),
  }
  return { [Symbol.asyncIterator]: () => iterator }
}

/** Yields the items of lists one at a time. */
export async function* flatten<Item>(lists: AsyncIterable<readonly Item[]>): AsyncGenerator<Item, void, undefined> {
  for await (const list of lists) for (const item of list) yield item
}
