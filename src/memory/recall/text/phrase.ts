import type { Query } from '../query/query.js'
import type { Candidate } from '../ranking/candidates.js'
import { wordCount } from '../ranking/lexical.js'
import { normalise } from './fold.js'

/** Whether the memory contains all words of a quoted phrase; only its text shows whether they are adjacent. */
export function mayContainPhrase(query: Query, candidate: Candidate): boolean {
  return query.phrases.some(
    // A phrase of stop words has no indexed words and is ignored: checking it would mean reading every text.
    ({ words }) => words.length > 0 && words.every((word) => wordCount(candidate, query.words[word].terms) > 0),
  )
}

/** Compares without regard to case and compatibility forms. */
export function containsPhrase(query: Query, text: string): boolean {
  const plain = normalise(text).toLowerCase()
  return query.phrases.some((phrase) => plain.includes(normalise(phrase.text).toLowerCase()))
}
