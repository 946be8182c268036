import type { JsonObject } from '../../memory.js'
import type { Clarification } from '../conversation/run.js'
import type { Summary } from '../conversation/summary.js'

/** The part of a turn that planning reads. */
export interface Exchange {
  readonly user: string
  readonly answer: string | null
}

/** Everything that decides how a question is understood. */
export interface PlanningInput {
  readonly question: string
  readonly mayAskBack: boolean
  /** The clarifications of this run, oldest first. */
  readonly clarifications: readonly Clarification[]
  /** The newest turns, oldest first; the older ones are in the summary. */
  readonly turns: readonly Exchange[]
  readonly summary: Summary
  readonly preferences: JsonObject
}

/** A hit of the first retrieval, best first. */
export interface ProbeHit {
  readonly text: string
  readonly score: number
  /** Facets that the caller stored: keys of the context and tags of the form `key:value`, without those of the kind. */
  readonly facets: JsonObject
  /** The places, persons and things that its text names beside what it says. */
  readonly names?: readonly NamedAside[]
}

/** A name that tells which of several a text is about: "the ferry to Oslo", "Anna's bicycle", "the Berlin office". */
export interface NamedAside {
  readonly name: string
  readonly isPerson: boolean
  /** The preposition before it; null for a name that belongs to the noun after it. */
  readonly preposition: string | null
}
