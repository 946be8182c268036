import type { Decision, InhibitionReason } from './arbitrate.js'
import type { CircuitState } from './circuit.js'
import { type Proposal, type ProposalKind, proposalKinds } from './proposal.js'

/** `skipped`: the circuit is open, so the subscriber was not called. */
export type SubscriberStatus = 'ok' | 'failed' | 'timeout' | 'skipped'

export interface SubscriberReport {
  readonly name: string
  readonly status: SubscriberStatus
  readonly circuit: CircuitState
  readonly proposal_count: number
  /** Proposals that were invalid or beyond the limit per subscriber. */
  readonly dropped_count: number
  readonly duration_ms: number
  /** The kind of error, never its message, which may quote memories. */
  readonly error?: string
}

export interface ProposalGroup {
  readonly kind: ProposalKind
  readonly proposal_count: number
  readonly accepted_count: number
  readonly inhibited_count: number
  readonly keys: readonly string[]
  readonly subscribers: readonly string[]
}

export interface BusSummary {
  readonly proposal_count: number
  readonly accepted_count: number
  readonly inhibited_count: number
  readonly subscriber_status_counts: Readonly<Partial<Record<SubscriberStatus, number>>>
  readonly inhibited_reason_counts: Readonly<Partial<Record<InhibitionReason, number>>>
  readonly proposal_groups: readonly ProposalGroup[]
}

/** The result of one cycle of the bus, in the wire format of the API contract. */
export interface BusResult {
  readonly proposals: readonly Proposal[]
  readonly accepted: readonly Proposal[]
  readonly inhibited: readonly Proposal[]
  readonly decisions: readonly Decision[]
  readonly summary: BusSummary
  readonly proposal_groups: readonly ProposalGroup[]
  readonly subscriber_reports: readonly SubscriberReport[]
}

export function toBusResult(decisions: readonly Decision[], reports: readonly SubscriberReport[]): BusResult {
  const of = (status: Decision['status']) =>
    decisions.filter((decision) => decision.status === status).map(({ proposal }) => proposal)
  const [accepted, inhibited] = [of('accepted'), of('inhibited')]
  const groups = groupProposals(decisions)
  return {
    proposals: decisions.map(({ proposal }) => proposal),
    accepted,
    inhibited,
    decisions,
    summary: {
      proposal_count: decisions.length,
      accepted_count: accepted.length,
      inhibited_count: inhibited.length,
      subscriber_status_counts: countBy(reports.map(({ status }) => status)),
      inhibited_reason_counts: countBy(
        decisions.flatMap((decision) => (decision.status === 'inhibited' ? [decision.reason] : [])),
      ),
      proposal_groups: groups,
    },
    proposal_groups: groups,
    subscriber_reports: reports,
  }
}

/** In the order of `proposalKinds`. */
function groupProposals(decisions: readonly Decision[]): readonly ProposalGroup[] {
  return proposalKinds.flatMap((kind) => {
    const own = decisions.filter(({ proposal }) => proposal.kind === kind)
    if (own.length === 0) return []
    return [
      {
        kind,
        proposal_count: own.length,
        accepted_count: own.filter(({ status }) => status === 'accepted').length,
        inhibited_count: own.filter(({ status }) => status === 'inhibited').length,
        keys: [...new Set(own.map(({ proposal }) => proposal.key))].sort(),
        subscribers: [...new Set(own.map(({ proposal }) => proposal.subscriber))].sort(),
      },
    ]
  })
}

function countBy<Key extends string>(keys: readonly Key[]): Partial<Record<Key, number>> {
  const counts: Partial<Record<Key, number>> = {}
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1
  return counts
}
