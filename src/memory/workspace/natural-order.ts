/**
 * Compares numbers in names by value: item-2 comes before item-10. A total order: only equal texts are equal.
 * It compares character by character, because a query compares up to a hundred thousand ids.
 */
export function naturalOrder(a: string, b: string): number {
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    if (isDigit(a, i) && isDigit(b, j)) {
      const [endA, endB] = [digitsEnd(a, i), digitsEnd(b, j)]
      const order = compareNumbers(a, skipZeros(a, i, endA), endA, b, skipZeros(b, j, endB), endB)
      if (order !== 0) return order
      i = endA
      j = endB
    } else {
      const order = a.charCodeAt(i++) - b.charCodeAt(j++)
      if (order !== 0) return order
    }
  }
  return a.length - i - (b.length - j) || compareText(a, b)
}

/** By UTF-16 code units, independent of the locale. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 48 && code <= 57
}

function digitsEnd(text: string, from: number): number {
  let end = from
  while (end < text.length && isDigit(text, end)) end++
  return end
}

function skipZeros(text: string, from: number, end: number): number {
  let at = from
  while (at < end - 1 && text.charCodeAt(at) === 48) at++
  return at
}

/** Compares runs of digits without leading zeros: the longer run is the larger number. */
function compareNumbers(a: string, fromA: number, endA: number, b: string, fromB: number, endB: number): number {
  const byLength = endA - fromA - (endB - fromB)
  if (byLength !== 0) return byLength
  for (let offset = 0; fromA + offset < endA; offset++) {
    const order = a.charCodeAt(fromA + offset) - b.charCodeAt(fromB + offset)
    if (order !== 0) return order
  }
  return 0
}
