import type { PlacedWord } from '../../phrases.js'
import { negations } from './lexicon.js'

/** Whether a word that says no stands before what begins at `from`, or between there and `to`, in the same clause. */
export function isNegated(words: readonly PlacedWord[], from: number, to: number): boolean {
  for (let at = Math.max(0, from - 3); at < to; at++) {
    if (negations.has(words[at].key)) return !words.slice(at, to).some(({ endsClause }) => endsClause)
    if (words[at].key === 'other' && words[at + 1]?.key === 'than') return true
  }
  return false
}
