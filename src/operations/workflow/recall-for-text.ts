import { kinds } from '../../memory/memory.js'
import type { Subquery } from '../../memory/workflow/planning/subquery.js'
import { type Caller, scopeOf } from '../machinery/caller.js'
import { type AnalysedQuestion, analyseQuestion, type Found, findFor } from '../recall/find-memories.js'
import type { WorkflowContext } from './workflow-context.js'

/** The recall for one text. */
export interface TextRecall {
  readonly question: AnalysedQuestion
  readonly lexicalWeight: number
  readonly found: Found
}

/** Lessons are retrieved separately (RSB4). */
const shownKinds = kinds.filter((kind) => kind !== 'lesson')

interface Wanted extends Pick<Subquery, 'lexicalWeight' | 'denseWeight'> {
  /** REC24. */
  readonly also?: readonly string[]
}

/** Recalls with the subquery's weights: `denseWeight` is shared between the vector and soft matches. */
export async function recallForText(
  text: string,
  { lexicalWeight, denseWeight, also }: Wanted,
  context: WorkflowContext,
  caller: Caller,
): Promise<TextRecall> {
  const question = await analyseQuestion({ query: text, also, now: context.clock.now() }, context)
  const { vector, soft } = context.weights.similarity
  const dense = denseWeight / (vector + soft)
  const similarity = { lexical: lexicalWeight, vector: vector * dense, soft: soft * dense }
  const filter = { ...scopeOf(caller), kinds: shownKinds }
  const found = await context.limitRecalls(() =>
    findFor(question, filter, { ...context, weights: { ...context.weights, similarity } }),
  )
  return { question, lexicalWeight, found }
}
