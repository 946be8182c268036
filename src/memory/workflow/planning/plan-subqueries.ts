import { defaultWeights } from '../../activation/weights.js'
import { findTimeSpans, type TimeSpan } from '../../recall/query/time-spans.js'
import { stemEnglish } from '../../recall/text/english-stem.js'
import { quoted } from '../../recall/text/quotes.js'
import { containsPhrase, toKey, wordSet } from '../../workspace/phrases.js'
import { clausesOf, contentOf, distinctQueries, sidesOf } from '../../workspace/question-parts.js'
import type { Clarification } from '../conversation/run.js'
import { isIdentifier } from './asking.js'
import { isContent, type ParsedSentence, parseText } from './parse-text.js'
import type { Resolved } from './resolve.js'
import type { Subquery, TimeHint } from './subquery.js'

/** WPL3. */
export const maxSubqueries = 6
/** Of a pasted page, only the beginning is split into parts. */
const maxSplitCharacters = 2000
/** Jaccard overlap of content words from which two queries count as the same. */
const nearDuplicate = 0.8
const weightsWith = (lexicalWeight: number) => ({ lexicalWeight, denseWeight: 1 - lexicalWeight })
/** The lexical share of REC5; it is larger where the exact spelling matters. */
export const defaultSubqueryWeights = weightsWith(defaultWeights.similarity.lexical)
const exactWeights = weightsWith(0.6)

/**
 * WPL3: the whole question first, then its parts, each with the answers to clarifications; dates become hints that
 * boost.
 */
export async function planSubqueries(
  { question, parsed }: Pick<Resolved, 'question' | 'parsed'>,
  clarifications: readonly Clarification[],
  now: number,
): Promise<readonly Subquery[]> {
  const whole = question.trim()
  const beginning = whole.slice(0, maxSplitCharacters)
  const { sentences } = parsed.text === beginning ? parsed : await parseText(beginning)
  return toSubqueries([whole, ...partsOf(beginning, sentences)], clarifications, now)
}

/** Sub-queries for texts that are already split, the whole question first. */
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
  const planned = withoutNearDuplicates(texts).slice(0, maxSubqueries)
  return Promise.all(
    planned.map(async (text) => {
      const own = await findTimeSpans(text, now)
      // "In May, who came and who paid?": both parts are about May.
      return { text, ...weightsOf(text), timeHints: (own.length > 0 ? own : spansOfWhole).map(toHint) }
    }),
  )
}

function partsOf(question: string, sentences: readonly ParsedSentence[]): readonly string[] {
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

const joining = wordSet('and but while because when whenever if after before so or whereas although')

/** The clauses that have a verb other than "did" or "is"; empty when there is only one. */
function clausesWithVerb(question: string, { words }: ParsedSentence): readonly string[] {
  const clauses: ParsedSentence['words'][number][][] = [[]]
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

/** Jaccard index. A text without content words equals no other: at most one exists, the whole question. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length
  return shared === 0 ? 0 : shared / (a.size + b.size - shared)
}

function weightsOf(text: string): Pick<Subquery, 'lexicalWeight' | 'denseWeight'> {
  const meansExactly = text.search(quoted) >= 0 || contentOf(text).some(isIdentifier)
  return meansExactly ? exactWeights : defaultSubqueryWeights
}

const toHint = ({ text, from, to, recursYearly }: TimeSpan): TimeHint => ({ text, from, to, recursYearly })
