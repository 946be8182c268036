import { stopWords } from '../../recall/stop-words.js'
import { toEvidence } from '../evidence-text.js'
import { toKey, wordsIn } from '../phrases.js'
import type { EvidencePlan } from './evidence-plan.js'

/** What recall found for the question, best first. */
export interface ContextMemory {
  readonly id: string
  readonly content: string
}

const mostQueries = 5
const mostEvidence = 5

const sentenceEnd = /(?<=[?!.;])\s+/u
// "… and who owns it", ", then …": a further question. "Ann and Bob" is none.
const furtherQuestion =
  /,?\s+(?:and\s+)?then\s+|,?\s+and\s+(?=(?:also\s+)?(?:who|what|when|where|which|why|how|does|do|did|is|are|was|were)\b)/iu
const quoted = /["“”]([^"“”]{2,80})["“”]/gu
const twoSides =
  /\b(?:between|compare|comparing)\s+(.{2,60}?)\s+(?:and|with|to|versus|vs\.?)\s+(.{2,60}?)(?=[?.,;!]|$)|^(.{2,60}?)\s+(?:versus|vs\.?)\s+(.{2,60}?)(?=[?.,;!]|$)/iu

/** GWT6: what to ask memory for: the question, its parts, the names in it, and its telling words. Answers nothing. */
export function planSemantic(
  question: string,
  context: readonly ContextMemory[],
  keywords: readonly string[] = [],
): EvidencePlan {
  const queries = distinct([
    question.trim(),
    ...clausesOf(question),
    ...sidesOf(question),
    ...namesIn(question),
    tellingWords(question),
    keywords.join(' '),
  ]).slice(0, mostQueries)
  const shown = context.slice(0, mostEvidence)
  return {
    strategy: 'semantic',
    answer: '',
    queries,
    evidence: shown.map(({ content }) => toEvidence(content)),
    metadata: { evidence_ids: shown.map(({ id }) => id), context_count: context.length },
  }
}

function clausesOf(question: string): readonly string[] {
  const clauses = question.split(sentenceEnd).flatMap((sentence) => sentence.split(furtherQuestion))
  return clauses.length < 2 ? [] : clauses.map((clause) => clause.trim()).filter((clause) => content(clause).length > 0)
}

function sidesOf(question: string): readonly string[] {
  const [, a, b, c, d] = twoSides.exec(question) ?? []
  return [a ?? c, b ?? d].filter((side) => side !== undefined)
}

/** What is quoted, and runs of capitalised words that do not only begin the sentence. */
function namesIn(question: string): readonly string[] {
  const inQuotes = Array.from(question.matchAll(quoted), ([, name]) => name)
  const runs: string[][] = [[]]
  for (const [at, { surface, key, endsClause }] of wordsIn(question).entries()) {
    const isName = /^\p{Lu}/u.test(surface) && (at > 0 || !stopWords('en').has(key)) && !stopWords('en').has(key)
    if (isName) runs.at(-1)?.push(surface)
    if (!isName || endsClause) runs.push([])
  }
  return [...inQuotes, ...runs.filter((run) => run.length > 0).map((run) => run.join(' '))]
}

const tellingWords = (question: string): string => content(question).join(' ')

const content = (text: string): readonly string[] =>
  wordsIn(text)
    .filter(({ key }) => !stopWords('en').has(key))
    .map(({ surface }) => surface)

function distinct(queries: readonly string[]): readonly string[] {
  const byKey = new Map(
    queries
      .filter((query) => query !== '')
      .map((query) => [toKey(query), query] as const)
      .toReversed(),
  )
  return [...byKey.values()].toReversed()
}
