/** A word, a punctuation mark, or a word of a script without spaces. */
export interface Token {
  /** As written, without a possessive 's. */
  readonly text: string
  readonly lower: string
  readonly start: number
  readonly kind: 'word' | 'mark' | 'unspaced'
  readonly isPossessive: boolean
  readonly isCapital: boolean
  /** True when it follows the previous token without white space. */
  readonly isGlued: boolean
}

export interface Sentence {
  readonly tokens: readonly Token[]
  readonly isQuestion: boolean
}

const unspaced = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}'
// An address is one token, and so are words with inner signs (Node.js, docker-compose, src/a.ts, C++, N+1, run()).
const pattern = new RegExp(
  [
    '(?<address>\\w+://[^\\s\\)>"]+)',
    `(?<unspaced>[${unspaced}]+)`,
    `(?<word>(?:(?<![\\p{L}\\p{N}])[@#.])?[[\\p{L}\\p{N}_]--[${unspaced}]](?:[[\\p{L}\\p{N}\\p{M}_.'’\\/\\\\:@#+\\&=%~$\\-]--[${unspaced}]]*[[\\p{L}\\p{N}\\p{M}_+#]--[${unspaced}]])?(?:\\(\\))?)`,
    '(?<mark>\\S)',
  ].join('|'),
  'gv',
)
const possessive = /['’]s$/i
const sentenceEnd = /^[.!?。！？]$/u
const initials = /^(?:\p{Lu}\.)+\p{Lu}$/u
const abbreviations: ReadonlySet<string> = new Set(
  'dr mr mrs ms prof st vs etc inc corp ltd approx no fig e.g i.e'.split(' '),
)

// Bounds the cost of pairwise searches; no real sentence has more tokens.
const maxSentenceTokens = 200

let segmenter: Intl.Segmenter | undefined

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let end = -1
  const add = (surface: string, start: number, kind: Token['kind']) => {
    const bare = kind === 'word' ? surface.replace(possessive, '') : surface
    const isCapital = /^\p{Lu}/u.test(bare)
    const isGlued = start === end
    tokens.push({
      text: bare,
      lower: bare.toLowerCase(),
      start,
      kind,
      isPossessive: bare !== surface,
      isCapital,
      isGlued,
    })
    end = start + surface.length
  }
  for (const match of text.matchAll(pattern)) {
    const { unspaced, mark } = match.groups!
    if (unspaced === undefined) add(match[0], match.index, mark === undefined ? 'word' : 'mark')
    else {
      segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
      for (const { segment, index } of segmenter.segment(unspaced)) add(segment, match.index + index, 'unspaced')
    }
  }
  return tokens
}

export function sentencesOf(text: string): readonly Sentence[] {
  const sentences: Sentence[] = []
  let tokens: Token[] = []
  const close = (isQuestion: boolean) => {
    if (tokens.length > 0) sentences.push({ tokens, isQuestion })
    tokens = []
  }
  let end = 0
  for (const token of tokensOf(text)) {
    if (tokens.length === maxSentenceTokens || text.slice(end, token.start).includes('\n')) close(false)
    end = token.start + token.text.length
    if (token.kind === 'mark' && sentenceEnd.test(token.text)) {
      const last = tokens.at(-1)?.text ?? ''
      const isAbbreviated = token.text === '.' && (abbreviations.has(last.toLowerCase()) || initials.test(last))
      if (!isAbbreviated) close(token.text === '?' || token.text === '？')
    } else tokens.push(token)
  }
  close(false)
  return sentences
}
