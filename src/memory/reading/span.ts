/** A piece of a text, exactly as it is written there: `text === whole.slice(from, from + text.length)`. */
export interface Span {
  readonly from: number
  readonly text: string
}

export const endOf = ({ from, text }: Span): number => from + text.length

export const overlaps = (a: Span, b: Span): boolean => a.from < endOf(b) && b.from < endOf(a)

/** The span without white space at its ends. */
export function trimmed(whole: string, from: number, to: number): Span {
  const text = whole.slice(from, to)
  return { from: from + (text.length - text.trimStart().length), text: text.trim() }
}
