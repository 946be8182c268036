import type { Json } from '../../memory.js'

/** `answer` answers the question, `recall` and `follow` suggest further memories, the others warn. */
export const proposalKinds = ['answer', 'recall', 'follow', 'contradiction', 'critique'] as const
export type ProposalKind = (typeof proposalKinds)[number]

/** What a subscriber proposes to bring into the workspace. */
export interface Proposal {
  readonly subscriber: string
  readonly kind: ProposalKind
  /** Proposals with the same key are duplicates. */
  readonly key: string
  readonly content: string
  /** 0 to 1. */
  readonly confidence: number
  /** The memories that it is based on. */
  readonly evidence_ids: readonly string[]
  readonly metadata: { readonly [key: string]: Json }
  /** The content exceeded the payload limit of the bus. */
  readonly truncated?: boolean
}
