import { kinds } from '../../memory/memory.js'
import type { Subquery } from '../../memory/workflow/planning/subquery.js'
import { type Caller, scopeOf } from '../caller.js'
import { type Found, findFor, type ReadQuestion, readQuestion } from '../recalling/find-memories.js'
import type { WorkflowContext } from './workflow-context.js'

/** What memory has for one text. */
export interface Recollection {
  readonly question: ReadQuestion
  readonly lexicalWeight: number
  readonly found: Found
}

/** Lessons are asked for by themselves (RSB4). */
const shownKinds = kinds.filter((kind) => kind !== 'lesson')

/** The weights are those of the sub-query; what words do not weigh, meaning does. */
export async function recollect(
  text: string,
  { lexicalWeight, denseWeight }: Pick<Subquery, 'lexicalWeight' | 'denseWeight'>,
  context: WorkflowContext,
  caller: Caller,
): Promise<Recollection> {
  const question = await readQuestion(text, { now: context.clock.now() }, context)
  const { vector, soft } = context.weights.similarity
  const dense = denseWeight / (vector + soft)
  const similarity = { lexical: lexicalWeight, vector: vector * dense, soft: soft * dense }
  const filter = { ...scopeOf(caller), kinds: shownKinds }
  const found = await context.fewRecalls(() =>
    findFor(question, filter, { ...context, weights: { ...context.weights, similarity } }),
  )
  return { question, lexicalWeight, found }
}
