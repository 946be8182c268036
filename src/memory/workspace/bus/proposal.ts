import type { Json } from '../../memory.js'

/** `answer` resolves the question; `recall` and `follow` look further; the others warn. */
export const proposalKinds = ['answer', 'recall', 'follow', 'contradiction', 'critique'] as const
export type ProposalKind = (typeof proposalKinds)[number]

/** What a subscriber would put in mind next. */
export interface Proposal {
  readonly subscriber: string
  readonly kind: ProposalKind
  /** Two proposals with one key propose the same. */
  readonly key: string
  readonly content: string
  /** 0 to 1. */
  readonly confidence: number
  /** Memories that it rests on. */
  readonly evidence_ids: readonly string[]
  readonly metadata: { readonly [key: string]: Json }
  /** Its content was longer than the bus carries. */
  readonly truncated?: boolean
}
