/** EPI3. */
export const windowSize = 10

/**
 * Relevance decides what is returned, the operation's score in which order: `ranked` is cut into windows, and each is
 * sorted by score, ties by id. Sorting everything by score would let recent irrelevant memories displace old answers.
 */
export function orderInWindows<T>(
  ranked: readonly T[],
  score: (item: T) => number,
  id: (item: T) => string,
  size = windowSize,
): T[] {
  const ordered: T[] = []
  for (let start = 0; start < ranked.length; start += size) {
    const window = ranked.slice(start, start + size)
    ordered.push(...window.sort((a, b) => score(b) - score(a) || compareIds(id(a), id(b))))
  }
  return ordered
}

function compareIds(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
