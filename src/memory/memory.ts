import type { Origin } from './origin.js'
import type { SaidAs } from './recall/text/sentence-mark.js'

/** Everything that is remembered is a memory; a kind adds facets, not a table of its own. */
export const kinds = ['episode', 'entity', 'procedure', 'note', 'lesson'] as const
export type Kind = (typeof kinds)[number]

export const outcomes = ['success', 'failure', 'partial', 'neutral'] as const
export type Outcome = (typeof outcomes)[number]

/** Types of entities. */
export const entityTypes = ['CONCEPT', 'PERSON', 'PROJECT', 'TOOL', 'TECHNIQUE', 'FACT'] as const

/** Fields that a procedure can belong to. */
export const domains = ['coding', 'research', 'trading', 'devops', 'writing'] as const
export type Domain = (typeof domains)[number]

/** `hidden`: recall shows its duplicate instead. `retired`: archived by policy. Both can be restored. */
export const states = ['active', 'hidden', 'retired'] as const
export type State = (typeof states)[number]

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

export type JsonObject = { readonly [key: string]: Json }

/** The properties that a kind adds: an episode has an outcome and a context, an entity a type, a procedure steps. */
export type Facets = JsonObject

export interface Memory {
  readonly id: string
  readonly kind: Kind
  readonly project: string | null
  readonly session: string
  /** The writer: `memory`, `workspace`, `workflow`, `hook`, `consolidation`, `import:<name>`. */
  readonly source: string
  readonly text: string
  readonly summary: string | null
  readonly facets: Facets
  readonly tags: readonly string[]
  /** T_ref, when it happened. All times are milliseconds since 1970, UTC. */
  readonly happenedAt: number
  /** T_sys, when it was stored. */
  readonly recordedAt: number
  readonly validFrom: number
  readonly validTo: number | null
  /** 0 to 1; the API calls it valence. */
  readonly importance: number
  readonly state: State
}

/** How strongly a memory is remembered. Not versioned: a use does not change what the memory says. */
export interface Strength {
  /** FSRS: days until retrievability falls to 0.9, and how hard the memory is to retain (1 to 10). */
  readonly stability: number
  readonly difficulty: number
  /** When the forgetting curve last restarted. */
  readonly reviewedAt: number
  /** Number of uses, the creation included, and the times of the last ten, newest last. */
  readonly uses: number
  readonly recentUses: readonly number[]
  /** When it was last returned or used; null when never. ACT2: being returned is no use. */
  readonly accessedAt: number | null
}

/** A memory as the store returns it. */
export interface StoredMemory extends Memory {
  /** The scene it belongs to; null when it belongs to none. */
  readonly scene: number | null
  /** Counts the changes to importance, tags, facets, validity and state. */
  readonly version: number
  /** REC18: null when it is stated as a fact. */
  readonly saidAs: SaidAs | null
  /** Who wrote this version; null for those from before it was noted. */
  readonly origin: Origin | null
  readonly strength: Strength
}

export interface Edge {
  readonly source: string
  readonly target: string
  readonly type: string
  /** 0 to 1, Hebbian. */
  readonly weight: number
  readonly validFrom: number
  readonly validTo: number | null
  readonly coactivations: number
  readonly coactivatedAt: number | null
}
