import { isAscii } from './fold.js'

/** A run of text without white space, before it is split into words. */
export interface Chunk {
  readonly text: string
  readonly kind: 'spaced' | 'unspaced' | 'emoji'
}

// Scripts without spaces between words. Hangul has spaces, but attaches particles to the noun.
const unspacedScripts = [
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Bopomofo',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Tibetan',
]
  .map((script) => `\\p{Script=${script}}`)
  .join('')
  .concat('ー々〆')
// Signs inside an identifier (a path, an address, a version) belong to the chunk, and so does the comma in "10,000".
const asciiChunk = /[A-Za-z0-9#@_$](?:[A-Za-z0-9'._/\\:@#+&=%~$-]|(?<=\d),(?=\d{3}))*/g
const anyChunk = new RegExp(
  [
    '(\\p{Extended_Pictographic}[\\p{M}\\p{Emoji_Modifier}]*(?:\\u200d\\p{Extended_Pictographic}[\\p{M}\\p{Emoji_Modifier}]*)*|\\p{Regional_Indicator}{2})',
    `([${unspacedScripts}][${unspacedScripts}\\p{M}]*)`,
    `[[\\p{L}\\p{N}#@_$]--[${unspacedScripts}]](?:[[\\p{L}\\p{N}\\p{M}'’._\\/\\\\:@#+\\&=%~$\\-]--[${unspacedScripts}]]|(?<=\\d),(?=\\d{3}))*`,
  ].join('|'),
  'gv',
)
const trailingSigns = /(?<![^\p{L}\p{N}\p{M}])[^\p{L}\p{N}\p{M}]+$/u
// Names of programming languages that end in punctuation: C++, C#.
const endsInSign = /^[A-Za-z](?:\+\+|#)$/

function withoutTrailingSigns(chunk: string): string {
  const last = chunk.charCodeAt(chunk.length - 1) | 32
  const endsInAsciiLetter = last >= 97 && last <= 122
  return endsInAsciiLetter || endsInSign.test(chunk) ? chunk : chunk.replace(trailingSigns, '')
}

/** Expects normalised text. */
export function chunksOf(text: string): readonly Chunk[] {
  const chunks: Chunk[] = []
  const addSpaced = (found: string) => {
    const chunk = withoutTrailingSigns(found)
    if (chunk !== '') chunks.push({ text: chunk, kind: 'spaced' })
  }
  if (isAscii(text)) {
    for (const found of text.match(asciiChunk) ?? []) addSpaced(found)
    return chunks
  }
  for (const [found, emoji, unspaced] of text.matchAll(anyChunk)) {
    if (emoji !== undefined) chunks.push({ text: emoji, kind: 'emoji' })
    else if (unspaced !== undefined) chunks.push({ text: unspaced, kind: 'unspaced' })
    else addSpaced(found)
  }
  return chunks
}
