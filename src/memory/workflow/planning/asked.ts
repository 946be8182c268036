import type { JsonObject } from '../../memory.js'
import type { Clarification } from '../conversation/run.js'
import type { Summary } from '../conversation/summary.js'

/** A turn of the conversation, as far as planning reads it. */
export interface Exchange {
  readonly user: string
  readonly answer: string | null
}

/** All that decides how a question is understood. */
export interface Asked {
  readonly question: string
  readonly mayAskBack: boolean
  /** What was asked back in this run, and answered; oldest first. */
  readonly clarifications: readonly Clarification[]
  /** The newest turns, oldest first; the older ones are in the summary. */
  readonly turns: readonly Exchange[]
  readonly summary: Summary
  readonly preferences: JsonObject
}

/** What a first retrieval found, best first. */
export interface ProbeHit {
  readonly text: string
  readonly score: number
  /** What was told beside the text: keys of its context, tags of the form `key:value`; not what its kind adds. */
  readonly facets: JsonObject
}
