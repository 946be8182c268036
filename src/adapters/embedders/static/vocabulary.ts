/** The tokens as the model spells them. Held as the one text they come in: most are never looked at by themselves. */
export interface Vocabulary {
  /** One a line, by id. */
  readonly text: string
  readonly size: number
  /** Where each token begins in the text, and where one more would. */
  readonly starts: Uint32Array
}

export function readVocabulary(text: string): Vocabulary {
  // Room for tokens of a single letter.
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
