import type { Proposal } from './proposal.js'
import type { BusSettings } from './settings.js'

/** What the bus takes of what a subscriber sent. */
export interface Intake {
  readonly proposals: readonly Proposal[]
  /** Beyond the number that one subscriber may send: never proposals, so nothing decides on them. */
  readonly droppedCount: number
}

/** GWT11: the most confident few, each no longer than the bus carries. The order in which they were sent is nothing. */
export function takeIn(
  sent: readonly Proposal[],
  { max_proposals, max_payload }: Pick<BusSettings, 'max_proposals' | 'max_payload'>,
): Intake {
  const proposals = [...sent]
    .sort(byConfidence)
    .slice(0, max_proposals)
    .map((proposal) => shorten(proposal, max_payload))
  return { proposals, droppedCount: sent.length - proposals.length }
}

/** Whole characters only. What is said beside the content goes when even without content it is too much. */
function shorten(proposal: Proposal, most: number): Proposal {
  const size = ({ content, metadata, evidence_ids }: Proposal) =>
    content.length + JSON.stringify(metadata).length + JSON.stringify(evidence_ids).length
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
