import type { Json } from '../../memory.js'
import { toKey } from '../phrases.js'
import { type EvidencePlan, hasExactAnswer } from '../planners/evidence-plan.js'
import { contradictionKey, type ValueContradiction } from './contradictions.js'
import type { Proposal } from './proposal.js'
import type { SubscriberName } from './settings.js'

/** The pure part of each subscriber: it turns what was found into proposals. */

const proposal = (
  subscriber: SubscriberName,
  kind: Proposal['kind'],
  key: string,
  content: string,
  confidence: number,
  evidence_ids: readonly string[] = [],
  metadata: { readonly [key: string]: Json } = {},
): Proposal => ({ subscriber, kind, key, content, confidence: clamp(confidence), evidence_ids, metadata })

/** An exact answer, if the plan has one. */
export function proposeAnswer(question: string, plan: EvidencePlan): readonly Proposal[] {
  if (!hasExactAnswer(plan)) return []
  const content = `${question.trim()} ${plan.answer}`
  const metadata = { answer: plan.answer, strategy: plan.strategy }
  return [
    proposal('structured_resolver', 'answer', `answer:${toKey(question)}`, content, 0.95, evidenceIds(plan), metadata),
  ]
}

interface FoundMemory {
  readonly id: string
  readonly content: string
  readonly similarity: number
  /** The planned query that found it. */
  readonly query: string
}

/** Memories near to a planned query that are not in the workspace. */
export function proposeRecall(found: readonly FoundMemory[], occupants: ReadonlySet<string>): readonly Proposal[] {
  return found
    .filter(({ id }) => !occupants.has(id))
    .map(({ id, content, similarity, query }) =>
      proposal('semantic_recall', 'recall', `memory:${id}`, content, similarity, [id], { query }),
    )
}

interface LinkedMemory {
  readonly id: string
  readonly content: string
  /** The occupant it is linked to, and how. */
  readonly via: string
  readonly relation: string
  readonly weight: number
  /** Similarity to the goal or question. */
  readonly similarity: number
}

/** Memories linked to occupants, and the missing step of a broken path. */
export function proposeContinuation(
  linked: readonly LinkedMemory[],
  occupants: ReadonlySet<string>,
  plan: EvidencePlan,
): readonly Proposal[] {
  const further = linked
    .filter(({ id }) => !occupants.has(id))
    .map(({ id, content, via, relation, weight, similarity }) =>
      // The link's weight and the similarity to the goal count equally.
      proposal('relation_continuation', 'follow', `memory:${id}`, content, (weight + similarity) / 2, [via, id], {
        via,
        relation,
      }),
    )
  return [...missingStep(plan), ...further]
}

function missingStep({ metadata }: EvidencePlan): readonly Proposal[] {
  const broken = metadata.broken_at
  if (typeof broken !== 'object' || broken === null || !('relation' in broken) || !Array.isArray(broken.nodes))
    return []
  return broken.nodes.slice(0, 2).map((node) => {
    const query = `${String(broken.relation)} of ${String(node)}`
    return proposal('relation_continuation', 'follow', `missing:${toKey(query)}`, `Look for the ${query}.`, 0.6, [], {
      query,
    })
  })
}

interface ReviewedEntity {
  readonly id: string
  readonly name: string
  readonly reason: string
}

/** GWT12: two values for one field, and entities whose sources have changed. */
export function proposeContradictions(
  contradictions: readonly ValueContradiction[],
  inReview: readonly ReviewedEntity[],
): readonly Proposal[] {
  return [
    ...contradictions.map((contradiction) => {
      const { subject, field, values } = contradiction
      const alternatives = values.map(({ text, memoryIds }) => `${text} (${memoryIds.join(', ')})`).join(' or ')
      const ids = [...new Set(values.flatMap(({ memoryIds }) => memoryIds))]
      const content = `Memory disagrees on the ${field} of ${subject}: ${alternatives}.`
      return proposal('contradiction_checker', 'contradiction', contradictionKey(contradiction), content, 0.9, ids, {
        subject,
        field,
      })
    }),
    ...inReview.map(({ id, name, reason }) => {
      const content = `${name} should be looked at again: ${reason}.`
      return proposal('contradiction_checker', 'contradiction', `review:${id}`, content, 0.7, [id], { reason })
    }),
  ]
}

/** The weaknesses of the plan itself. */
export function critiquePlan(plan: EvidencePlan): readonly Proposal[] {
  const { answer, evidence, metadata, strategy } = plan
  const critique = (code: string, content: string, confidence: number) =>
    proposal('plan_critic', 'critique', `critique:${code}`, content, confidence, evidenceIds(plan), { code })
  const isNothingNear = strategy === 'semantic' && metadata.context_count === 0
  return [
    ...(isNothingNear ? [critique('nothing_near', 'Nothing in memory is near to this question.', 0.8)] : []),
    ...(answer !== '' && evidence.length === 0
      ? [critique('no_evidence', 'The answer rests on no evidence.', 0.7)]
      : []),
    ...(metadata.numeric_count === 0 && metadata.metric !== undefined
      ? [critique('nothing_numeric', `No value of ${String(metadata.metric)} is a number.`, 0.7)]
      : []),
    ...(Array.isArray(metadata.unknown_fields)
      ? [critique('unknown_fields', `No record has ${metadata.unknown_fields.join(', ')}.`, 0.7)]
      : []),
    ...(metadata.broken_at === undefined ? [] : [critique('broken_path', answer, 0.75)]),
    ...(metadata.truncated === true ? [critique('truncated', 'There was more than the plan looked at.', 0.6)] : []),
  ]
}

/** The memories that the plan is based on. */
export function evidenceIds({ metadata }: Pick<EvidencePlan, 'metadata'>): readonly string[] {
  return Array.isArray(metadata.evidence_ids) ? metadata.evidence_ids.map(String) : []
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value))
