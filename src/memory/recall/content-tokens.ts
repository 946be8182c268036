import type { TokenSpace } from '../../ports/token-space.js'
import { stopWords } from './stop-words.js'

const content = 1
const empty = 2
const taken = 3
const hasLetterOrDigit = /[\p{L}\p{N}]/u
// The vocabulary splits contractions ("don", "'", "t"); what remains of them says nothing.
const shards: ReadonlySet<string> = new Set([
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

const known = new WeakMap<TokenSpace, Uint8Array>()

function kindsOf(space: TokenSpace): Uint8Array {
  let kinds = known.get(space)
  if (kinds === undefined) {
    kinds = new Uint8Array(65536)
    known.set(space, kinds)
  }
  return kinds
}

function isContent(spelling: string): boolean {
  // Special tokens are written [UNK], [CLS].
  if (spelling.length > 2 && spelling.startsWith('[')) return false
  return hasLetterOrDigit.test(spelling) && !stopWords('en').has(spelling) && !shards.has(spelling)
}

/** The distinct tokens of the text in order of appearance, without stop words and punctuation. */
export function contentTokens(space: TokenSpace, text: string): number[] {
  const kinds = kindsOf(space)
  const distinct: number[] = []
  for (const token of space.tokenize(text)) {
    let kind = kinds[token]
    if (kind === 0) {
      kind = isContent(space.spell(token)) ? content : empty
      kinds[token] = kind
    }
    if (kind !== content) continue
    distinct.push(token)
    // Until the end of this text, there is no more of it to find.
    kinds[token] = taken
  }
  for (const token of distinct) kinds[token] = content
  return distinct
}
