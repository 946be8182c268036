/**
 * Of five words of an error message about two are names of the day: the file, the table, the field. The others are the
 * program's own and come again.
 */
const minShare = 0.6
/** "Command failed" is the shape of every failure. */
const minWords = 3

// Addresses, paths, dotted names, numbers, ids and quotations: what differs from one time to the next.
const names = /\S*[/\\]\S*|\S*\w\.\w\S*|["'`“][^"'`”]*["'`”]|\S*\d\S*/gu
const word = /\p{L}{3,}/gu

/** Whether a line of the text reports the same error as this line, up to the names and numbers in both. */
export function hasSameShape(errorLine: string, text: string): boolean {
  const shape = shapeOf(errorLine)
  if (shape.size < minWords) return false
  return text.split('\n').some((line) => {
    const stored = shapeOf(line)
    let shared = 0
    for (const each of shape) if (stored.has(each)) shared++
    return shared >= minShare * shape.size
  })
}

const shapeOf = (line: string): ReadonlySet<string> => new Set(withoutNames(line).toLowerCase().match(word) ?? [])

/** What of the line comes again when the same error does. */
export const withoutNames = (line: string): string => line.replace(names, ' ')
