import type { Facets, Memory, StoredMemory } from '../memory.js'

/**
 * Where a memory came from, which decides what a hook may do with it. `stated`: by this person or an agent on this machine.
 * `remote`: by a caller with a key. `import`: from another program's files. `tool`: from what a tool printed.
 */
export const trustLevels = ['stated', 'remote', 'import', 'tool'] as const
export type Trust = (typeof trustLevels)[number]
/** Origins that hooks leave out unless the person allows them. */
export const lessTrusted = ['remote', 'import', 'tool'] as const
export type LessTrusted = (typeof lessTrusted)[number]

/** What this person decided about a memory from elsewhere. */
export const decisions = ['released', 'kept_out'] as const
export type QuarantineDecision = (typeof decisions)[number]

/** The facets that record it. Both are ours: what a draft says in them does not count (`withTrust`). */
const trustFacet = 'trust'
const decisionFacet = 'quarantine'

/** Writers of this program on behalf of this person. */
const ownSources: ReadonlySet<string> = new Set(['memory', 'workspace', 'workflow', 'hook', 'consolidation'])

/** What trust depends on. A draft has no origin yet: who writes it is known only when it is stored. */
export type Trusted = Pick<Memory, 'source' | 'facets'> & Partial<Pick<StoredMemory, 'origin'>>

/** What a key wrote last is not this person's, also where its text was. */
export function trustOf({ source, facets, origin }: Trusted): Trust {
  const recorded = lessTrusted.find((trust) => trust === facets[trustFacet])
  if (recorded === undefined && origin?.key != null) return 'remote'
  return recorded ?? (ownSources.has(source) ? 'stated' : 'import')
}

/** What is derived from several memories is as trusted as the least trusted of them. */
export const leastTrusted = (all: readonly Trust[]): Trust =>
  lessTrusted.find((trust) => all.includes(trust)) ?? 'stated'

/** The facets of a new text: a decision about an earlier one does not hold for it. */
export function withTrust(facets: Facets, trust: Trust): Facets {
  const isBare = !(trustFacet in facets) && !(decisionFacet in facets)
  if (isBare && trust === 'stated') return facets
  const { [trustFacet]: _, [decisionFacet]: __, ...own } = facets
  return trust === 'stated' ? own : { ...own, [trustFacet]: trust }
}

export const decisionOn = ({ facets }: Pick<Memory, 'facets'>): QuarantineDecision | undefined =>
  decisions.find((decision) => decision === facets[decisionFacet])

export const withDecision = (facets: Facets, decision: QuarantineDecision): Facets => ({
  ...facets,
  [decisionFacet]: decision,
})
