import type { Candidate } from './candidates.js'
import { normalise } from './fold.js'
import { wordCount } from './lexical.js'
import type { Query } from './query.js'

/** Whether some quoted phrase has all its words here; only the text itself can tell whether they stand together. */
export function mayHoldPhrase(query: Query, candidate: Candidate): boolean {
  return query.phrases.some(
    // Of stop words alone nothing is indexed: every text might hold it, and reading them all is not worth it.
    ({ words }) => words.length > 0 && words.every((word) => wordCount(candidate, query.words[word].terms) > 0),
  )
}

/** Verbatim, but for case and compatibility forms. */
export function holdsPhrase(query: Query, text: string): boolean {
  const plain = normalise(text).toLowerCase()
  return query.phrases.some((phrase) => plain.includes(normalise(phrase.text).toLowerCase()))
}
