/** The same stream for a memory that must know what is under way before it closes; closed, it ends with an error. */
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
        // Nobody will ask for more: what the stream holds is let go.
        if (!hasBegun) await source.return()
        throw error
      }
    },
    return: () => source.return(),
  }
  return { [Symbol.asyncIterator]: () => iterator }
}
