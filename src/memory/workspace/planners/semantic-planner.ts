import { stopWords } from '../../recall/text/stop-words.js'
import { wordsIn } from '../phrases.js'
import { clausesOf, contentOf, distinctQueries, sidesOf } from '../question-parts.js'
import { toEvidence } from '../truncate.js'
import type { EvidencePlan } from './evidence-plan.js'

/** A memory that recall found for the question, best first. */
export interface ContextMemory {
  readonly id: string
  readonly content: string
}

const maxQueries = 5
const maxEvidence = 5

const quoted = /["“”]([^"“”]{2,80})["“”]/gu

/** GWT6: plans queries and no answer: the question, its parts, its names, its content words and the keywords. */
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
    contentOf(question).join(' '),
    keywords.join(' '),
  ]).slice(0, maxQueries)
  const shown = context.slice(0, maxEvidence)
  return {
    strategy: 'semantic',
    answer: '',
    queries,
    evidence: shown.map(({ content }) => toEvidence(content)),
    metadata: { evidence_ids: shown.map(({ id }) => id), context_count: context.length },
  }
}

/** What a question names or asks for besides, to be looked for by itself. */
export const partsOf = (question: string): readonly string[] =>
  distinctQueries([...clausesOf(question), ...sidesOf(question), ...namesIn(question)]).slice(0, maxQueries)

/** Quoted phrases and runs of capitalised words that are not stop words. */
function namesIn(question: string): readonly string[] {
  const inQuotes = Array.from(question.matchAll(quoted), ([, name]) => name)
  const runs: string[][] = [[]]
  for (const { surface, key, endsClause } of wordsIn(question)) {
    const isName = /^\p{Lu}/u.test(surface) && !stopWords('en').has(key)
    if (isName) runs.at(-1)?.push(surface)
    if (!isName || endsClause) runs.push([])
  }
  return [...inQuotes, ...runs.filter((run) => run.length > 0).map((run) => run.join(' '))]
}
