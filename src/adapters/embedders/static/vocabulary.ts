/** The spellings of the tokens, held as one text because most are never needed by themselves. */
export interface Vocabulary {
  /** One spelling per line, in the order of ids. */
  readonly text: string
  readonly size: number
  /** The start of each token in the text, and one past the end. */
  readonly starts: Uint32Array
}

export function readVocabulary(text: string): Vocabulary {
  // An upper bound, for tokens of one letter.
  const starts = new Uint32Array(text.length + 2)
  let size = 0
  for (let start = 0; start < text.length; start = starts[size]!) {
    const end = text.indexOf('\n', start)
    starts[++size] = end === -1 ? text.length + 1 : end + 1
  }
  return { text, size, starts: starts.slice(0, size + 1) }
}

export const spellingOf = ({ text, starts }: Vocabulary, token: number): string =>
  text.slice(starts[token], starts[token + 1]! - 1)
