import type { TokenSpace } from '../../../ports/token-space.js'
import type { Slices } from '../../slices.js'
import { piecesOf } from './pieces.js'
import { stopWords } from './stop-words.js'

const content = 1
const noContent = 2
const seen = 3
const hasLetterOrDigit = /[\p{L}\p{N}]/u
// The vocabulary splits contractions ("don", "'", "t"); their parts carry no meaning.
const contractionParts: ReadonlySet<string> = new Set([
  's',
  't',
  'd',
  'm',
  'll',
  're',
  've',
  'don',
  'didn',
  'doesn',
  'isn',
  'wasn',
])

const kindsBySpace = new WeakMap<TokenSpace, Uint8Array>()

function kindsOf(space: TokenSpace): Uint8Array {
  let kinds = kindsBySpace.get(space)
  if (kinds === undefined) {
    kinds = new Uint8Array(65536)
    kindsBySpace.set(space, kinds)
  }
  return kinds
}

function isContent(spelling: string): boolean {
  // Special tokens are written [UNK], [CLS].
  if (spelling.length > 2 && spelling.startsWith('[')) return false
  return hasLetterOrDigit.test(spelling) && !stopWords('en').has(spelling) && !contractionParts.has(spelling)
}

/** The distinct tokens of the text in order of appearance, without stop words and punctuation. */
export function* contentTokens(space: TokenSpace, text: string): Slices<number[]> {
  let distinct: Set<number> | undefined
  for (const piece of piecesOf(text)) {
    const tokens = tokensOfPiece(space, piece)
    if (piece.length === text.length) return tokens
    distinct ??= new Set()
    for (const token of tokens) distinct.add(token)
    yield
  }
  return [...(distinct ?? [])]
}

/** In one go: the marks belong to this text alone. */
function tokensOfPiece(space: TokenSpace, text: string): number[] {
  const kinds = kindsOf(space)
  const distinct: number[] = []
  for (const token of space.tokenize(text)) {
    let kind = kinds[token]
    if (kind === 0) {
      kind = isContent(space.spell(token)) ? content : noContent
      kinds[token] = kind
    }
    if (kind !== content) continue
    distinct.push(token)
    // Marks the token as seen until the end of this text.
    kinds[token] = seen
  }
  for (const token of distinct) kinds[token] = content
  return distinct
}
