import type { PlacedWord } from '../../phrases.js'
import { negations } from './lexicon.js'

/** Whether a negation precedes `from` by at most three words, or lies between `from` and `to`, in the same clause. */
export function isNegated(words: readonly PlacedWord[], from: number, to: number): boolean {
  for (let at = Math.max(0, from - 3); at < to; at++) {
    if (negations.has(words[at].key)) return !words.slice(at, to).some(({ endsClause }) => endsClause)
    if (words[at].key === 'other' && words[at + 1]?.key === 'than') return true
  }
  return false
}
