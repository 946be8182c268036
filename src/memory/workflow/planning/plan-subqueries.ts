import { defaultWeights } from '../../activation/weights.js'
import { stemEnglish } from '../../recall/english-stem.js'
import { quoted } from '../../recall/quotes.js'
import { findTimeSpans, type TimeSpan } from '../../recall/time-spans.js'
import { containsPhrase, toKey } from '../../workspace/phrases.js'
import { clausesOf, contentOf, distinctQueries, sidesOf } from '../../workspace/question-parts.js'
import type { Clarification } from '../conversation/run.js'
import { isExact } from './asking.js'
import { isContent, type ReadSentence, read, set } from './reading.js'
import type { Resolved } from './resolve.js'
import type { Subquery, TimeHint } from './subquery.js'

/** WPL3. */
export const mostSubqueries = 6
/** A page that was pasted is one query, and its beginning is taken apart. */
const longestTakenApart = 2000
/** Shared content words, of all that two queries have, from which on they ask for the same. */
const nearDuplicate = 0.8
const weightsWith = (lexicalWeight: number) => ({ lexicalWeight, denseWeight: 1 - lexicalWeight })
/** REC5's share of words; where the exact spelling is meant, they decide. */
export const usualWeights = weightsWith(defaultWeights.similarity.lexical)
const weightsOfExact = weightsWith(0.6)

/**
 * WPL3: the whole question first, then its parts, each with what was answered to clarifications; dates are hints that
 * boost.
 */
export async function planSubqueries(
  { question, reading }: Pick<Resolved, 'question' | 'reading'>,
  clarifications: readonly Clarification[],
  now: number,
): Promise<readonly Subquery[]> {
  const whole = question.trim()
  const begun = whole.slice(0, longestTakenApart)
  const { sentences } = reading.text === begun ? reading : await read(begun)
  return toSubqueries([whole, ...partsOf(begun, sentences)], clarifications, now)
}

/** The same of texts that somebody else found, the whole question first. */
export async function toSubqueries(
  queries: readonly string[],
  clarifications: readonly Clarification[],
  now: number,
): Promise<readonly Subquery[]> {
  const constraints = clarifications.map(({ answer }) => answer.trim())
  const texts = distinctQueries(queries).map((text) =>
    [text, ...constraints.filter((constraint) => !containsPhrase(text, constraint))].join(' '),
  )
  const spansOfWhole = await findTimeSpans(texts[0] ?? '', now)
  const planned = withoutNearDuplicates(texts).slice(0, mostSubqueries)
  return Promise.all(
    planned.map(async (text) => {
      const own = await findTimeSpans(text, now)
      // "In May, who came and who paid?" asks of May both times.
      return { text, ...weightsOf(text), timeHints: (own.length > 0 ? own : spansOfWhole).map(toHint) }
    }),
  )
}

function partsOf(question: string, sentences: readonly ReadSentence[]): readonly string[] {
  const parts = [
    ...listItemsOf(question),
    ...clausesOf(question),
    ...sidesOf(question),
    ...sentences.flatMap((sentence) => clausesWithVerb(question, sentence)),
  ]
  return parts.filter((part) => contentOf(part).length > 0)
}

const item = /^[ \t]*(?:[-*•]|\d{1,2}[.)])[ \t]+(.+)$/gmu

const listItemsOf = (question: string): readonly string[] =>
  Array.from(question.matchAll(item), ([, text]) => text!.trim())

const joining = set('and but while because when whenever if after before so or whereas although')

/** The clauses of a sentence with a verb of their own, which "did" and "is" are not; none where there is only one. */
function clausesWithVerb(question: string, { words }: ReadSentence): readonly string[] {
  const clauses: ReadSentence['words'][number][][] = [[]]
  for (const word of words) {
    const isJoint = joining.has(word.lower) || (word.kind === 'mark' && /[,;:]/u.test(word.text))
    if (isJoint) clauses.push([])
    else clauses.at(-1)?.push(word)
  }
  const own = clauses.filter((clause) => clause.some((word) => word.tags.has('Verb') && isContent(word)))
  if (own.length < 2) return []
  return own.map((clause) => question.slice(clause[0]!.start, clause.at(-1)!.start + clause.at(-1)!.text.length))
}

function withoutNearDuplicates(texts: readonly string[]): readonly string[] {
  const kept: { text: string; words: ReadonlySet<string> }[] = []
  for (const text of texts) {
    const words = new Set(contentOf(text).map((word) => stemEnglish(toKey(word))))
    if (!kept.some((other) => overlap(words, other.words) >= nearDuplicate)) kept.push({ text, words })
  }
  return kept.map(({ text }) => text)
}

/** Jaccard. Texts without content words are like no other: there is at most one, the whole question. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length
  return shared === 0 ? 0 : shared / (a.size + b.size - shared)
}

function weightsOf(text: string): Pick<Subquery, 'lexicalWeight' | 'denseWeight'> {
  const meansExactly = text.search(quoted) >= 0 || contentOf(text).some(isExact)
  return meansExactly ? weightsOfExact : usualWeights
}

const toHint = ({ text, from, to, recursYearly }: TimeSpan): TimeHint => ({ text, from, to, recursYearly })
