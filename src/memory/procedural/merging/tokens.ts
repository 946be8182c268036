/** A word, number, path or sign of a command or sentence, and where it stands. */
export interface Token {
  readonly text: string
  readonly start: number
  /** Inside quotes of the text, which the token does not include. */
  readonly isQuoted: boolean
}

/** Placeholders, options, words with what belongs to paths, addresses and numbers, then single signs. */
const token = /\{\{[^{}]+\}\}|(?:[\p{L}\p{N}_./~@:%+#$*\\°€£-]|(?<=\d),(?=\d))+|\S/gu
const closing = '.:!?…'
/** Punctuation that changes nothing in a sentence. */
const punctuation = /^[.,;:!?…"'“”„«»`–—]+$/
/** Words that change nothing: articles, and what only polishes a request. */
const articles = new Set(
  'the a an please our your my their der die das den dem des ein eine einen einem einer bitte le la les un une'.split(
    ' ',
  ),
)

/** The tokens that count. In a sentence, articles and punctuation do not; in a command, everything does. */
export function tokensOf(text: string, kind: 'command' | 'sentence'): readonly Token[] {
  const quotes = quotedSpans(text)
  return [...text.matchAll(token)].flatMap(([found], at, all) => {
    const { index: start } = all[at]
    const isSentenceEnd = kind === 'sentence' && found.length > 1 && !found.startsWith('{{')
    const bare = isSentenceEnd ? withoutClosing(found) : found
    if (kind === 'sentence' && (punctuation.test(bare) || articles.has(bare.toLowerCase()))) return []
    return [{ text: bare, start, isQuoted: quotes.some(({ from, to }) => start > from && start < to) }]
  })
}

function withoutClosing(word: string): string {
  let end = word.length
  while (end > 0 && closing.includes(word[end - 1])) end--
  return word.slice(0, end)
}

interface Span {
  readonly from: number
  readonly to: number
}

/** From an opening quote to its closing one. An apostrophe inside a word opens nothing. */
const quotedSpans = (text: string): readonly Span[] =>
  [...text.matchAll(/"[^"]*"|(?<![\p{L}\p{N}])'[^']*'/gu)].map(({ 0: { length }, index }) => ({
    from: index,
    to: index + length - 1,
  }))

/** Replaces spans of the text that do not overlap. */
export function withSpans(
  text: string,
  spans: readonly { readonly start: number; readonly length: number; readonly by: string }[],
): string {
  return [...spans]
    .sort((a, b) => b.start - a.start)
    .reduce((changed, { start, length, by }) => changed.slice(0, start) + by + changed.slice(start + length), text)
}

/** `--port`, `-p`. */
export const isOption = (text: string): boolean => /^-{1,2}\p{L}/u.test(text)
