/** From a fact, lesson or summary to the memories it was derived from. */
export const derivedFrom = 'DERIVED_FROM'
/** From a newer version to the one it replaced. */
export const versionOf = 'VERSION_OF'
/** From a memory that is no longer true to the one that says what is (OPS6). */
export const replacedBy = 'REPLACED_BY'
/** From a hidden duplicate to the memory that is shown instead. */
export const duplicateOf = 'DUPLICATE_OF'

/** From an entity that a user stored to an episode that mentions it; not a derivation. */
export const mentionedIn = 'MENTIONED_IN'
/** An association of unspecified type. */
export const linkedTo = 'LINKED_TO'
/** The weight of an edge that was stored without one. */
export const defaultEdgeWeight = 0.5

/** Edges that say where a memory comes from, not what it is about: activation does not spread along them. */
export const structuralTypes = [derivedFrom, versionOf, replacedBy, duplicateOf, mentionedIn] as const

export const isStructural = (type: string): boolean => structuralTypes.some((structural) => structural === type)

/** Relations that users and agents may assert between two entities. */
export const relationTypes = ['USES', 'PRODUCES', 'REQUIRES', 'CAUSES', 'PART_OF', 'SIMILAR_TO', 'IMPLEMENTS'] as const
export type RelationType = (typeof relationTypes)[number]
