import { stopWords } from '../../recall/stop-words.js'
import { toEvidence } from '../evidence-text.js'
import { wordsIn } from '../phrases.js'
import { clausesOf, contentOf, distinctQueries, sidesOf } from '../question-parts.js'
import type { EvidencePlan } from './evidence-plan.js'

/** What recall found for the question, best first. */
export interface ContextMemory {
  readonly id: string
  readonly content: string
}

const mostQueries = 5
const mostEvidence = 5

const quoted = /["“”]([^"“”]{2,80})["“”]/gu
/** GWT6: what to ask memory for: the question, its parts, the names in it, and its telling words. Answers nothing. */
export function planSemantic(
  question: string,
  context: readonly ContextMemory[],
  keywords: readonly string[] = [],
): EvidencePlan {
  const queries = distinctQueries([
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

const tellingWords = (question: string): string => contentOf(question).join(' ')
