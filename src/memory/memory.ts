/** A memory is the only remembered thing; a kind adds facets, not a table of its own. */
export const kinds = ['episode', 'entity', 'procedure', 'note', 'lesson'] as const
export type Kind = (typeof kinds)[number]

export const outcomes = ['success', 'failure', 'partial', 'neutral'] as const
export type Outcome = (typeof outcomes)[number]

/** What an entity can be. */
export const entityTypes = ['CONCEPT', 'PERSON', 'PROJECT', 'TOOL', 'TECHNIQUE', 'FACT'] as const

/** What a procedure is for. */
export const domains = ['coding', 'research', 'trading', 'devops', 'writing'] as const
export type Domain = (typeof domains)[number]

/** `hidden` stands behind its duplicate, `retired` left recall by policy; both can come back. */
export const states = ['active', 'hidden', 'retired'] as const
export type State = (typeof states)[number]

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

export type JsonObject = { readonly [key: string]: Json }

/** What a kind adds: an episode its outcome and context, an entity its type, a procedure its steps. */
export type Facets = JsonObject

export interface Memory {
  readonly id: string
  readonly kind: Kind
  readonly project: string | null
  readonly session: string
  /** Who wrote it: `memory`, `workspace`, `workflow`, `hook`, `consolidation`, `import:<name>`. */
  readonly source: string
  readonly text: string
  readonly summary: string | null
  readonly facets: Facets
  readonly tags: readonly string[]
  /** T_ref: when it happened. All times are milliseconds since 1970, UTC. */
  readonly happenedAt: number
  /** T_sys: when we learnt it. */
  readonly recordedAt: number
  readonly validFrom: number
  readonly validTo: number | null
  /** 0 to 1; the doors call it valence. */
  readonly importance: number
  readonly state: State
}

/** How strongly it is remembered. Not versioned: a use says nothing about truth. */
export interface Strength {
  /** FSRS: days after which retrievability has fallen to 0.9, and how hard it is to keep (1 to 10). */
  readonly stability: number
  readonly difficulty: number
  /** When the forgetting curve last started anew. */
  readonly reviewedAt: number
  /** How often it was used, its creation included, and when last (newest last, at most ten). */
  readonly uses: number
  readonly recentUses: readonly number[]
}

/** A memory as the store gives it back. */
export interface StoredMemory extends Memory {
  /** The scene it happened in, or null when it stands alone. */
  readonly scene: number | null
  /** Counts the changes to importance, tags, facets, validity and state. */
  readonly version: number
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
