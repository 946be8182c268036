import { weightAt } from '../../../memory/activation/hebbian.js'
import { cosine } from '../../../memory/recall/ranking/cosine.js'
import { toEntity } from '../../../memory/semantic/entity.js'
import { isStructural } from '../../../memory/semantic/links.js'
import { reviewOf } from '../../../memory/semantic/review.js'
import { findContradictions } from '../../../memory/workspace/bus/contradictions.js'
import {
  critiquePlan,
  evidenceIds,
  proposeAnswer,
  proposeContinuation,
  proposeContradictions,
  proposeRecall,
} from '../../../memory/workspace/bus/subscribers.js'
import { toEvidence } from '../../../memory/workspace/truncate.js'
import { holds } from '../cycle/views.js'
import type { BusReach, BusRound, Subscriber } from './subscriber.js'

/** A hub may have thousands of links: only the strongest count. */
const maxLinked = 20

/** Proposes memories one link away from those in the slots. */
const relationContinuation: Subscriber = {
  name: 'relation_continuation',
  async propose(round, reach) {
    const occupants = new Set(round.occupants.map(({ id }) => id))
    return proposeContinuation(await findLinked(round, occupants, reach), occupants, round.plan)
  },
}

async function findLinked(
  { question }: BusRound,
  occupants: ReadonlySet<string>,
  { context, caller }: Pick<BusReach, 'context' | 'caller'>,
) {
  const { memories, embedder, clock } = context
  if (occupants.size === 0) return []
  const now = clock.now()
  const strongest = new Map<string, { via: string; relation: string; weight: number }>()
  for (const edge of await memories.neighbours([...occupants])) {
    const [via, id] = occupants.has(edge.source) ? [edge.source, edge.target] : [edge.target, edge.source]
    const weight = weightAt(edge, now)
    if (isStructural(edge.type) || occupants.has(id) || weight <= (strongest.get(id)?.weight ?? -1)) continue
    strongest.set(id, { via, relation: edge.type, weight })
  }
  const linked = [...strongest].sort(([a, x], [b, y]) => y.weight - x.weight || (a < b ? -1 : 1)).slice(0, maxLinked)
  const ids = linked.map(([id]) => id)
  if (ids.length === 0) return []
  const [stored, vectors, asked] = await Promise.all([
    memories.get(ids),
    memories.vectors(ids, embedder.identity),
    embedder.embedQuery(question),
  ])
  return linked.flatMap(([id, link], at) => {
    const [memory, vector] = [stored[at], vectors[at]]
    if (memory === undefined || !holds(memory, caller)) return []
    const similarity = vector === undefined ? 0 : Math.max(0, cosine(asked, vector))
    return [{ id, content: toEvidence(memory.text), ...link, similarity }]
  })
}

/** Every record is compared with every other of its name; this many take a few milliseconds. */
const maxRecords = 300

/** GWT12: checks the evidence: the plan's grounds, the memories in the slots, and the results of recall. */
const contradictionChecker: Subscriber = {
  name: 'contradiction_checker',
  async propose({ plan, occupants, found }, { context, caller }) {
    const grounds = await context.memories.get(evidenceIds(plan))
    const evidence = [...grounds, ...occupants, ...found.map(({ memory }) => memory)]
    const memories = [
      ...new Map(evidence.flatMap((memory) => (memory && holds(memory, caller) ? [[memory.id, memory]] : []))).values(),
    ]
    const { records } = await context.structures.read()
    const ids = memories.map(({ id }) => id)
    const inReview = memories.flatMap((memory) => {
      const reason = memory.kind === 'entity' ? reviewOf(memory.facets) : undefined
      return reason === undefined ? [] : [{ id: memory.id, name: toEntity(memory).name, reason }]
    })
    return proposeContradictions(findContradictions(records.recordsOf(ids, maxRecords)), inReview)
  },
}

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

/** GWT11: the subscribers of every workspace. */
export const standardSubscribers: readonly Subscriber[] = [
  structuredResolver,
  semanticRecall,
  relationContinuation,
  contradictionChecker,
  planCritic,
]
