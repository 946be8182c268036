import type { entityTypes, Facets } from '../../memory.js'
import type { RelationType } from '../../semantic/links.js'

/** Types of names; FACT is for statements. */
export type NamedType = Exclude<(typeof entityTypes)[number], 'FACT'>

export interface EpisodeText {
  readonly text: string
  /** The context of the episode; `project` and `tool` name entities. */
  readonly context: Facets
  readonly speaker: string | null
}

export interface ExtractedEntity {
  readonly name: string
  readonly type: NamedType
  /** Each mention as written; the context counts as one. */
  readonly mentions: readonly string[]
}

/** Source and target are names of entities in the same extraction. */
export interface ExtractedRelation {
  readonly source: string
  readonly target: string
  readonly type: RelationType
  /** It held, and the text says that it no longer does. */
  readonly isEnded?: true
}

export interface Extraction {
  readonly entities: readonly ExtractedEntity[]
  readonly relations: readonly ExtractedRelation[]
}
