import { lastAccess } from '../activation/reinforcement.js'
import type { Edge } from '../memory.js'
import { derivedFrom, isStructural, versionOf } from '../semantic/links.js'
import { reviewOf } from '../semantic/review.js'
import type { ExportedMemory, PastVersion } from './exported-memory.js'
import { type activationStates, toMemoryType } from './memory-type.js'

/**
 * GWT13: a memory as one line of JSON with sorted keys. `edges`, `facets` and `versions` are complete; `linked_ids`,
 * `version_of`, `derived_from`, `needs_review`, `memory_type`, `created_at` and `last_accessed` repeat parts of them for
 * simpler readers. Embeddings and indexes are left out: an import rebuilds them.
 */
export function toLine(
  { memory, versions, scene, edges, laterEdges }: ExportedMemory,
  activationState: (typeof activationStates)[number] = 'long_term',
): string {
  const { strength } = memory
  const open = [...edges, ...laterEdges].filter(({ validTo }) => validTo === null)
  const targets = (type: string) =>
    open.flatMap((edge) => (edge.type === type && edge.source === memory.id ? [edge.target] : [])).sort()
  // Keys in alphabetical order: JSON.stringify keeps the order of insertion.
  return JSON.stringify({
    activation_state: activationState,
    content: memory.text,
    created_at: toTime(memory.recordedAt),
    derived_from: targets(derivedFrom),
    difficulty: strength.difficulty,
    edges: edges.map((edge) => toEdge(edge, memory.id)).sort(byEnds),
    // Unsorted: the order of these keys may be the user's.
    facets: memory.facets,
    happened_at: toTime(memory.happenedAt),
    id: memory.id,
    importance: memory.importance,
    kind: memory.kind,
    last_accessed: toTime(lastAccess(memory)),
    linked_ids: linkedIds(open, memory.id),
    memory_type: toMemoryType(memory.kind),
    needs_review: reviewOf(memory.facets) !== undefined,
    // Who wrote the latest version; `source` is the part of the program.
    origin: memory.origin,
    project: memory.project,
    // WSP1: the origin of an entity; `source` is the writer.
    provenance: memory.kind === 'entity' ? (memory.facets.source ?? null) : undefined,
    recent_uses: strength.recentUses.map(toTime),
    recorded_at: toTime(memory.recordedAt),
    reviewed_at: toTime(strength.reviewedAt),
    scene,
    session_id: memory.session,
    source: memory.source,
    stability: strength.stability,
    state: memory.state,
    summary: memory.summary,
    tags: memory.tags,
    uses: strength.uses,
    valid_from: toTime(memory.validFrom),
    valid_to: toTimeOrNull(memory.validTo),
    version: memory.version,
    version_of: targets(versionOf)[0] ?? null,
    versions: versions.map(toVersion),
  })
}

interface LineEdge {
  readonly coactivated_at: string | null
  readonly coactivations: number
  /** Exactly one of `source` and `target` is set: the other end is the memory of this line. */
  readonly source?: string
  readonly target?: string
  readonly type: string
  readonly valid_from: string
  readonly valid_to: string | null
  readonly weight: number
}

function toEdge(edge: Edge, id: string): LineEdge {
  return {
    coactivated_at: toTimeOrNull(edge.coactivatedAt),
    coactivations: edge.coactivations,
    ...(edge.source === id ? { target: edge.target } : { source: edge.source }),
    type: edge.type,
    valid_from: toTime(edge.validFrom),
    valid_to: toTimeOrNull(edge.validTo),
    weight: edge.weight,
  }
}

const byEnds = (a: LineEdge, b: LineEdge): number => compare(keyOf(a), keyOf(b))
const keyOf = ({ type, source = '', target = '', valid_from, valid_to }: LineEdge): string =>
  [type, source, target, valid_from, valid_to ?? ''].join('\n')
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const toVersion = ({ version, endedAt, state, validTo, importance, tags, facets, origin }: PastVersion) => ({
  ended_at: toTime(endedAt),
  facets,
  importance,
  origin,
  state,
  tags,
  valid_to: toTimeOrNull(validTo),
  version,
})

/** Neighbours in both directions, without structural edges, which have keys of their own. */
function linkedIds(open: readonly Edge[], id: string): string[] {
  const others = open
    .filter(({ type }) => !isStructural(type))
    .map(({ source, target }) => (source === id ? target : source))
  return [...new Set(others)].sort()
}

/** Always to the millisecond: lines are compared byte for byte. */
const toTime = (time: number): string => new Date(time).toISOString()
const toTimeOrNull = (time: number | null): string | null => (time === null ? null : toTime(time))
