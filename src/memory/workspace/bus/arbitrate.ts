import type { Proposal } from './proposal.js'
import { byConfidence } from './receive-proposals.js'
import type { BusSettings } from './settings.js'

/** The inhibition codes of the API contract. */
export const inhibitionReasons = [
  'below_threshold',
  'duplicate_key',
  'max_accepted',
  'resolved_answer_present',
] as const
export type InhibitionReason = (typeof inhibitionReasons)[number]

export type Decision =
  | { readonly status: 'accepted'; readonly reason: 'accepted'; readonly proposal: Proposal }
  | { readonly status: 'inhibited'; readonly reason: InhibitionReason; readonly proposal: Proposal }

/** How often each key was accepted since the goal was set. */
export type Repetitions = Readonly<Record<string, number>>

/**
 * GWT11: exactly one decision per proposal. Each earlier acceptance of a key lowers its strength, except for answers:
 * a repeated question has the same answer. After an accepted answer only warnings are accepted.
 */
export function arbitrate(
  proposals: readonly Proposal[],
  repetitions: Repetitions,
  {
    max_accepted,
    threshold,
    repetition_penalty,
  }: Pick<BusSettings, 'max_accepted' | 'threshold' | 'repetition_penalty'>,
): readonly Decision[] {
  const ranked = proposals
    .map((proposal) => ({ proposal, strength: strengthOf(proposal, repetitions, repetition_penalty) }))
    .sort(
      (a, b) =>
        rankOf(a.proposal) - rankOf(b.proposal) || b.strength - a.strength || byConfidence(a.proposal, b.proposal),
    )
  const accepted = new Set<string>()
  let isResolved = false
  return ranked.map(({ proposal, strength }): Decision => {
    const reason = inhibition()
    if (reason !== undefined) return { status: 'inhibited', reason, proposal }
    accepted.add(proposal.key)
    isResolved ||= proposal.kind === 'answer'
    return { status: 'accepted', reason: 'accepted', proposal }

    function inhibition(): InhibitionReason | undefined {
      if (strength < threshold) return 'below_threshold'
      if (accepted.has(proposal.key)) return 'duplicate_key'
      if (isResolved && !isWarning(proposal)) return 'resolved_answer_present'
      return accepted.size >= max_accepted ? 'max_accepted' : undefined
    }
  })
}

/** Counts the accepted keys for the next cycle. */
export function countRepetitions(before: Repetitions, decisions: readonly Decision[]): Repetitions {
  const counts = new Map(Object.entries(before))
  for (const { status, proposal } of decisions) {
    if (status === 'accepted' && proposal.kind !== 'answer')
      counts.set(proposal.key, (counts.get(proposal.key) ?? 0) + 1)
  }
  return Object.fromEntries(counts)
}

function strengthOf({ kind, key, confidence }: Proposal, repetitions: Repetitions, penalty: number): number {
  const before = Object.hasOwn(repetitions, key) ? repetitions[key] : 0
  // Rounded, because 0.7 − 0.2 is slightly less than 0.5 in doubles.
  return kind === 'answer' ? confidence : Math.round((confidence - penalty * before) * 1e9) / 1e9
}

/** Answers come first, so that the proposals they inhibit do not depend on arrival order. */
const rankOf = ({ kind }: Proposal): number => (kind === 'answer' ? 0 : 1)
const isWarning = ({ kind }: Proposal): boolean => kind === 'contradiction' || kind === 'critique'
