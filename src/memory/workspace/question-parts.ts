import { stopWords } from '../recall/text/stop-words.js'
import { toKey, wordsIn } from './phrases.js'

const sentenceEnd = /(?<=[?!.;])\s+/u
// "… and who owns it" and ", then …" start a further question; "Ann and Bob" does not.
const furtherQuestion =
  /(?:,|(?<!\s))\s+(?:and\s+)?then\s+|(?:,|(?<!\s))\s+and\s+(?=(?:also\s+)?(?:who|what|when|where|which|why|how|does|do|did|is|are|was|were)\b)/iu
const twoSides =
  /\b(?:between|compare|comparing)\s+(.{2,60}?)\s+(?:and|with|to|versus|vs\.?)\s+(.{2,60}?)(?=[?.,;!]|$)|^(.{2,60}?)\s+(?:versus|vs\.?)\s+(.{2,60}?)(?=[?.,;!]|$)/iu

/** The sentences and further questions of a question; empty when there is only one. */
export function clausesOf(question: string): readonly string[] {
  const clauses = question.split(sentenceEnd).flatMap((sentence) => sentence.split(furtherQuestion))
  return clauses.length < 2
    ? []
    : clauses.map((clause) => clause.trim()).filter((clause) => contentOf(clause).length > 0)
}

/** The two things that the question compares, if any. */
export function sidesOf(question: string): readonly string[] {
  const [, a, b, c, d] = twoSides.exec(question) ?? []
  return [a ?? c, b ?? d].filter((side) => side !== undefined)
}

/** The words that are not stop words, as written. */
export const contentOf = (text: string): readonly string[] =>
  wordsIn(text)
    .filter(({ key }) => !stopWords('en').has(key))
    .map(({ surface }) => surface)

/** Drops queries that differ from an earlier one only in case and punctuation. */
export function distinctQueries(queries: readonly string[]): readonly string[] {
  const byKey = new Map<string, string>()
  for (const query of queries) {
    if (query !== '' && !byKey.has(toKey(query))) byKey.set(toKey(query), query)
  }
  return [...byKey.values()]
}
