import { firstInOrder } from '../collection/first-in-order.js'
import { compareText } from '../natural-order.js'
import { type Proposal, proposalKinds } from './proposal.js'
import type { BusSettings } from './settings.js'

/** The proposals that the bus accepts from one subscriber. */
export interface ReceivedProposals {
  readonly proposals: readonly Proposal[]
  /** Items that are invalid or beyond the limit per subscriber; no decision is made on them. */
  readonly droppedCount: number
}

/**
 * GWT11: the most confident proposals, each cut to the maximal payload. The order in which they were sent does not
 * matter, and invalid items are dropped. Throws when `sent` is not a list or cannot be serialised as JSON.
 */
export function receiveProposals(
  sent: unknown,
  subscriber: string,
  { max_proposals, max_payload }: Pick<BusSettings, 'max_proposals' | 'max_payload'>,
): ReceivedProposals {
  if (!Array.isArray(sent)) throw new TypeError('a subscriber answers with a list')
  // Does not sort all of them: there may be a million.
  const proposals = firstInOrder(sent.filter(isProposal), max_proposals, byConfidence).map((proposal) =>
    shorten(toPlain(proposal, subscriber), max_payload),
  )
  return { proposals, droppedCount: sent.length - proposals.length }
}

function isProposal(value: unknown): value is Proposal {
  if (typeof value !== 'object' || value === null) return false
  const { kind, key, content, confidence, evidence_ids, metadata } = value as Partial<Record<keyof Proposal, unknown>>
  return (
    proposalKinds.some((known) => known === kind) &&
    typeof key === 'string' &&
    typeof content === 'string' &&
    typeof confidence === 'number' &&
    confidence >= 0 &&
    confidence <= 1 &&
    Array.isArray(evidence_ids) &&
    typeof metadata === 'object' &&
    metadata !== null
  )
}

/** A plain copy, as it will be stored, with the name of its subscriber. */
function toPlain({ kind, key, content, confidence, evidence_ids, metadata }: Proposal, subscriber: string): Proposal {
  return JSON.parse(JSON.stringify({ subscriber, kind, key, content, confidence, evidence_ids, metadata })) as Proposal
}

/** Cuts the content between whole characters. Metadata and evidence are dropped when they alone exceed the limit. */
function shorten(proposal: Proposal, maxPayload: number): Proposal {
  const size = ({ content, metadata, evidence_ids }: Proposal) =>
    content.length + JSON.stringify(metadata).length + JSON.stringify(evidence_ids).length
  // Keys are only compared with each other, so a common prefix length is enough.
  if (proposal.key.length > maxPayload)
    return shorten({ ...proposal, key: proposal.key.slice(0, maxPayload) }, maxPayload)
  if (size(proposal) <= maxPayload) return proposal
  const bare =
    size({ ...proposal, content: '' }) <= maxPayload ? proposal : { ...proposal, metadata: {}, evidence_ids: [] }
  const room = maxPayload - size({ ...bare, content: '' })
  let end = Math.min(room, bare.content.length)
  if ((bare.content.charCodeAt(end - 1) & 0xfc00) === 0xd800) end--
  return { ...bare, content: bare.content.slice(0, end), truncated: true }
}

/** Most confident first; ties are broken by content, never by arrival. */
export function byConfidence(a: Proposal, b: Proposal): number {
  return (
    b.confidence - a.confidence ||
    compareText(a.key, b.key) ||
    compareText(a.subscriber, b.subscriber) ||
    compareText(a.content, b.content)
  )
}
