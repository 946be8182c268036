import { type PlacedWord, range } from '../../phrases.js'
import { smallWords } from '../small-words.js'
import { negations } from './lexicon.js'

/**
 * The positions of the negation before `from`, by at most three words, or between `from` and `to`, in the same clause;
 * empty without one. Between the negation and `from` stand only small words and those in `placed`: "not the budget of
 * gamma" does not negate gamma.
 */
export function negationOf(
  words: readonly PlacedWord[],
  from: number,
  to: number,
  placed: readonly number[] = [],
): readonly number[] {
  const isNear = (at: number) =>
    range(at + 1, from).every((each) => smallWords.has(words[each].key) || placed.includes(each))
  for (let at = Math.max(0, from - 3); at < to; at++) {
    const isOther = words[at].key === 'other' && words[at + 1]?.key === 'than'
    if (!negations.has(words[at].key) && !isOther) continue
    if (words.slice(at, to).some(({ endsClause }) => endsClause)) return []
    if (isOther) return [at, at + 1]
    return isNear(at) ? [at] : []
  }
  return []
}
