import { firstOf } from '../collection/first.js'
import { type Proposal, proposalKinds } from './proposal.js'
import type { BusSettings } from './settings.js'

/** What the bus takes of what a subscriber sent. */
export interface Intake {
  readonly proposals: readonly Proposal[]
  /** Beyond the number that one subscriber may send: never proposals, so nothing decides on them. */
  readonly droppedCount: number
}

/**
 * GWT11: the most confident few, each no longer than the bus carries. The order in which they were sent is nothing, and
 * what is no proposal is dropped. Throws when it was not even a list, or holds what JSON does not.
 */
export function takeIn(
  sent: unknown,
  subscriber: string,
  { max_proposals, max_payload }: Pick<BusSettings, 'max_proposals' | 'max_payload'>,
): Intake {
  if (!Array.isArray(sent)) throw new TypeError('a subscriber answers with a list')
  // Without sorting all of them: there may be a million.
  const proposals = firstOf(sent.filter(isProposal), max_proposals, byConfidence).map((proposal) =>
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

/** As it will be stored, and under the name of whoever sent it. */
function toPlain({ kind, key, content, confidence, evidence_ids, metadata }: Proposal, subscriber: string): Proposal {
  return JSON.parse(JSON.stringify({ subscriber, kind, key, content, confidence, evidence_ids, metadata })) as Proposal
}

/** Whole characters only. What is said beside the content goes when even without content it is too much. */
function shorten(proposal: Proposal, most: number): Proposal {
  const size = ({ content, metadata, evidence_ids }: Proposal) =>
    content.length + JSON.stringify(metadata).length + JSON.stringify(evidence_ids).length
  // A key is compared with others of its kind, and their beginnings tell as much.
  if (proposal.key.length > most) return shorten({ ...proposal, key: proposal.key.slice(0, most) }, most)
  if (size(proposal) <= most) return proposal
  const bare = size({ ...proposal, content: '' }) <= most ? proposal : { ...proposal, metadata: {}, evidence_ids: [] }
  const room = most - size({ ...bare, content: '' })
  let end = Math.min(room, bare.content.length)
  if ((bare.content.charCodeAt(end - 1) & 0xfc00) === 0xd800) end--
  return { ...bare, content: bare.content.slice(0, end), truncated: true }
}

/** Most confident first; equals in an order of their own, whoever came first. */
export function byConfidence(a: Proposal, b: Proposal): number {
  return (
    b.confidence - a.confidence ||
    compare(a.key, b.key) ||
    compare(a.subscriber, b.subscriber) ||
    compare(a.content, b.content)
  )
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
