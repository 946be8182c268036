/**
 * Of five words of an error message about two are names of the day: the file, the table, the field. The others are the
 * program's own and come again.
 */
const minShare = 0.6
/** "Command failed" is the shape of every failure. */
const minWords = 3

// What differs from one time to the next: quotations; addresses, paths, dotted names, numbers, ids.
const quotation = /["'`“][^"'`”]{0,300}["'`”]/gu
const token = /\S+/gu
const isName = /[/\\\d]|\w\.\w/u
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
export const withoutNames = (line: string): string =>
  line.replace(quotation, ' ').replace(token, (each) => (isName.test(each) ? ' ' : each))
