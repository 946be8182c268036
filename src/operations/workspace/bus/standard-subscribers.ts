import { critiquePlan, proposeAnswer, proposeRecall } from '../../../memory/workspace/bus/subscribers.js'
import { toEvidence } from '../../../memory/workspace/evidence-text.js'
import { contradictionChecker } from './contradiction-checker.js'
import { relationContinuation } from './relation-continuation.js'
import type { Subscriber } from './subscriber.js'

const structuredResolver: Subscriber = {
  name: 'structured_resolver',
  propose: ({ question, plan }) => proposeAnswer(question, plan),
}

const semanticRecall: Subscriber = {
  name: 'semantic_recall',
  propose: ({ found, occupants }) =>
    proposeRecall(
      found.map(({ memory, relevance, query }) => ({
        id: memory.id,
        content: toEvidence(memory.text),
        similarity: relevance,
        query: toEvidence(query),
      })),
      new Set(occupants.map(({ id }) => id)),
    ),
}

const planCritic: Subscriber = {
  name: 'plan_critic',
  propose: ({ plan }) => critiquePlan(plan),
}

/** GWT11: those that are always there. */
export const standardSubscribers: readonly Subscriber[] = [
  structuredResolver,
  semanticRecall,
  relationContinuation,
  contradictionChecker,
  planCritic,
]
