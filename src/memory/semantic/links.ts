/** What was concluded from what: a fact, lesson or summary points at its grounds. */
export const derivedFrom = 'DERIVED_FROM'
/** The newer version points at the one that it replaced. */
export const versionOf = 'VERSION_OF'
/** The hidden one points at the one that stands for it. */
export const duplicateOf = 'DUPLICATE_OF'

/** What people told about a thing that this episode names too: a trace, not a ground. */
export const mentionedIn = 'MENTIONED_IN'
/** They belong together, and nobody said how. */
export const linkedTo = 'LINKED_TO'
/** Of an edge that does not say. */
export const plainWeight = 0.5

/** Edges that say where a memory comes from, not what it is about: activation does not run along them. */
export const structuralTypes = [derivedFrom, versionOf, duplicateOf, mentionedIn] as const

export const isStructural = (type: string): boolean => structuralTypes.some((structural) => structural === type)

/** What people and agents may assert between two entities. */
export const relationTypes = ['USES', 'PRODUCES', 'REQUIRES', 'CAUSES', 'PART_OF', 'SIMILAR_TO', 'IMPLEMENTS'] as const
export type RelationType = (typeof relationTypes)[number]
