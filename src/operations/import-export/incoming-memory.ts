import { invalid } from '../../errors.js'
import { initialStrength } from '../../memory/activation/forgetting.js'
import { facetsOfText } from '../../memory/facets-of-text.js'
import { parseId } from '../../memory/ids.js'
import type { PastVersion } from '../../memory/import-export/exported-memory.js'
import { fromMemoryType, toMemoryType } from '../../memory/import-export/memory-type.js'
import { contentKey } from '../../memory/import-export/same-content.js'
import type { Edge, Facets, Kind, Memory, Strength } from '../../memory/memory.js'
import type { Origin } from '../../memory/origin.js'
import { defaultEdgeWeight, derivedFrom, linkedTo, versionOf } from '../../memory/semantic/links.js'
import { markedForReview, reviewOf } from '../../memory/semantic/review.js'
import { defaultSessionId } from '../../memory/session-id.js'
import { readsLikeInstruction } from '../../memory/trust/instruction-score.js'
import { decisionOn, leastTrusted, trustOf, withTrust } from '../../memory/trust/trust.js'
import { draftMemory } from '../../memory/workspace/memory-draft.js'
import type { Caller } from '../machinery/caller.js'
import { parseInput } from '../machinery/validation-error.js'
import { deriveId, digestOf } from './derived-id.js'
import { checkForeignLine, type ForeignLine } from './foreign-line.js'
import { checkFacets } from './line-facets.js'
import { type Line, type LineEdge, lineSchema } from './line-schema.js'

/** An edge of a line; the other end is the id that the line uses. */
export interface IncomingEdge extends Omit<Edge, 'source' | 'target'> {
  readonly other: string
  readonly isOutgoing: boolean
  /** The line replaces the other memory without saying when: the other ends with it. */
  readonly replaces?: true
}

/** An earlier version of the memory. */
export interface IncomingVersion extends Omit<PastVersion, 'origin'> {
  readonly origin: Origin | null | undefined
}

/** The memory of a line, before its id is decided. */
export interface IncomingMemory {
  readonly line: number
  /** The id in the line. */
  readonly givenId: string | undefined
  /** The id it gets if that is free: the line's, or one derived from the line if that is not in our format. */
  readonly id: string
  /** The ids to try otherwise, in order; also derived from the line. */
  readonly otherId: (attempt: number) => string
  /** The latest version. */
  readonly memory: Omit<Memory, 'id'>
  /** A current fact without a name: it gets a free one (WSP1). */
  readonly needsName: boolean
  readonly textDigest: string
  /**
   * Equal for lines with the same content in the same session and project (GWT14). Undefined when the line is imported
   * even if such a memory exists.
   */
  readonly contentDigest: string | undefined
  /** Who wrote the latest version; undefined: whoever imports it. */
  readonly origin: Origin | null | undefined
  readonly versions: readonly IncomingVersion[]
  readonly strength: Strength
  /** The key of its scene; null when it is a scene of its own, undefined when that is not decided yet. */
  readonly scene: string | null | undefined
  /** REC6: an undecided memory joins a scene by its time, if it has one. */
  readonly hasTime: boolean
  readonly edges: readonly IncomingEdge[]
}

export interface IncomingSettings {
  readonly caller: Caller
  /** The kind of lines without one. */
  readonly kind: Kind
  readonly now: number
  /** Added to the tags of each line. */
  readonly tags?: readonly string[]
  /** If set, lines without an id become new memories, even if one with the same content exists. */
  readonly newId?: (kind: Kind, now: number) => string
  /** A caller with a key sends the lines. */
  readonly isRemote?: boolean
  /** Every line has an id, so no content digests are needed. */
  readonly haveIds?: true
  /** The owner imports: lines say who wrote them. A key could claim anything, so it is the origin of what it imports. */
  readonly trustsOrigins?: boolean
}

/** The source of lines without one. Not the file's name: the same lines may come in another file. */
const foreignSource = 'import:jsonl'

/** Throws a `validation_error` that names the problem of the line. */
export const parseIncoming = (line: number, text: string, settings: IncomingSettings): IncomingMemory =>
  toIncoming(line, parseInput(lineSchema, parseObject(text)), settings)

/** The same for a foreign memory, which was never a line of text. */
export const parseForeign = (line: number, foreign: ForeignLine, settings: IncomingSettings): IncomingMemory =>
  toIncoming(line, checkForeignLine(foreign), settings)

function toIncoming(line: number, given: Line, settings: IncomingSettings): IncomingMemory {
  const { caller, kind, now, tags = [], isRemote = false, trustsOrigins = false } = settings
  const ownKind = given.kind ?? (given.memory_type == null ? kind : fromMemoryType(given.memory_type))
  const recordedAt = given.recorded_at ?? given.created_at ?? now
  const allTags = tags.length === 0 ? (given.tags ?? []) : [...new Set([...(given.tags ?? []), ...tags])]
  const derived = facetsOfLine(given, ownKind, allTags)
  const { session, project } = scopeOfLine(given, caller)
  const source = given.source ?? foreignSource
  const memory: IncomingMemory['memory'] = {
    kind: ownKind,
    session,
    project,
    source,
    text: given.content,
    summary: given.summary ?? derived.summary,
    facets: withLineTrust({ source, text: given.content, facets: derived.facets }, isRemote),
    tags: allTags,
    happenedAt: given.happened_at ?? given.created_at ?? recordedAt,
    recordedAt,
    // It may have ended before it was recorded.
    validFrom: given.valid_from ?? Math.min(recordedAt, ...endsOf(given)),
    validTo: given.valid_to ?? null,
    importance: given.importance ?? 0.5,
    state: given.state ?? 'active',
  }
  return {
    line,
    memory,
    needsName: ownKind === 'entity' && given.facets == null && memory.validTo === null && memory.state === 'active',
    origin: trustsOrigins ? given.origin : undefined,
    versions: (given.versions ?? []).map((version) => ({
      ...toPastVersion(version, given.content, ownKind),
      origin: trustsOrigins ? version.origin : undefined,
    })),
    strength: strengthOf(given, recordedAt),
    scene: given.scene == null ? given.scene : String(given.scene),
    hasTime: (given.happened_at ?? given.created_at ?? given.recorded_at) != null,
    edges:
      given.edges == null
        ? foreignEdges(given, recordedAt)
        : given.edges.map((edge) => toEdge(edge, given, recordedAt)),
    ...identify(given.id ?? undefined, memory, settings),
  }
}

/**
 * A line may claim any origin. Most say what was exported here, and stay byte for byte; one that reads like an instruction
 * to an agent counts as imported, whatever it claims, and waits for a decision again.
 */
function withLineTrust(memory: Pick<Memory, 'source' | 'text' | 'facets'>, isRemote: boolean): Facets {
  const { facets, text } = memory
  if (isRemote) return withTrust(facets, 'remote')
  const isClaimed = trustOf(memory) === 'stated' || decisionOn(memory) !== undefined
  if (!isClaimed || !readsLikeInstruction(text)) return facets
  return withTrust(facets, leastTrusted([trustOf(memory), 'import']))
}

/** The ends of the memory and its versions, of those that ended. */
const endsOf = ({ valid_to, versions }: Line): number[] =>
  [valid_to, ...(versions ?? []).map((version) => version.valid_to)].filter((end) => end != null)

type Identity = Pick<IncomingMemory, 'givenId' | 'id' | 'otherId' | 'textDigest' | 'contentDigest'>

function identify(
  givenId: string | undefined,
  memory: IncomingMemory['memory'],
  { newId, now, haveIds }: IncomingSettings,
): Identity {
  const { kind, text, session, project } = memory
  const textDigest = digestOf(text)
  if (givenId === undefined && newId !== undefined) {
    const id = newId(kind, now)
    return { givenId, id, otherId: () => newId(kind, now), textDigest, contentDigest: undefined }
  }
  const digestContent = () => digestOf(JSON.stringify([session, project, contentKey(memory)]))
  if (givenId === undefined) {
    const contentDigest = digestContent()
    const id = deriveId(kind, [contentDigest])
    return { givenId, id, otherId: () => id, textDigest, contentDigest }
  }
  const otherId = (attempt: number) => deriveId(kind, [givenId, textDigest, session, project, String(attempt)])
  const contentDigest = haveIds ? undefined : digestContent()
  return { givenId, id: parseId(givenId, kind) ?? otherId(0), otherId, textDigest, contentDigest }
}

function parseObject(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The parser's message would repeat a part of the text.
    throw invalid('line', 'is not JSON')
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw invalid('line', 'is not a JSON object')
  return value
}

/** COM3, COM13: the line's own session and project, if the caller can see them. */
function scopeOfLine({ session_id, project }: Line, caller: Caller): Pick<Memory, 'session' | 'project'> {
  const session = session_id ?? caller.session
  if (caller.session !== defaultSessionId && session !== caller.session) {
    throw invalid('session_id', `session_id is "${session}", which session "${caller.session}" does not see`)
  }
  const own = project === undefined ? caller.project : project
  if (caller.project !== null && own !== null && own !== caller.project) {
    throw invalid('project', `project is "${own}", which project "${caller.project}" does not see; "*" takes all`)
  }
  return { session, project: own }
}

/** The line's own facets, or those of its content if it has none (WSP1). */
function facetsOfLine(
  line: Line,
  kind: Kind,
  tags: readonly string[],
): { readonly facets: Facets; summary: string | null } {
  const { facets, content, provenance, needs_review } = line
  const derived = facets == null ? facetsOfContent(kind, content, tags) : undefined
  const facetsGiven = derived?.facets ?? checkFacets(kind, content, facets ?? {})
  const own =
    kind === 'entity' && derived !== undefined && provenance != null
      ? { ...facetsGiven, source: provenance }
      : facetsGiven
  const isMarked = needs_review === true && reviewOf(own) === undefined
  return {
    facets: isMarked ? markedForReview(own, 'it needed review in the store it was exported from') : own,
    summary: derived?.summary ?? null,
  }
}

/** The workspace has no memory type for lessons. */
const facetsOfContent = (kind: Kind, content: string, tags: readonly string[]) =>
  kind === 'lesson'
    ? { facets: facetsOfText(kind, content), summary: null }
    : draftMemory(toMemoryType(kind), content, tags)

function strengthOf(line: Line, recordedAt: number): Strength {
  const initial = initialStrength(line.importance ?? 0.5, recordedAt)
  const lastUse = line.last_accessed ?? recordedAt
  return {
    stability: line.stability ?? initial.stability,
    difficulty: line.difficulty ?? initial.difficulty,
    reviewedAt: line.reviewed_at ?? initial.reviewedAt,
    uses: line.uses ?? initial.uses,
    recentUses: line.recent_uses ?? (lastUse > recordedAt ? [recordedAt, lastUse] : initial.recentUses),
    accessedAt: lastUse > recordedAt ? lastUse : null,
  }
}

const toPastVersion = (
  version: NonNullable<Line['versions']>[number],
  text: string,
  kind: Kind,
): Omit<PastVersion, 'origin'> => ({
  version: version.version,
  endedAt: version.ended_at,
  state: version.state,
  validTo: version.valid_to ?? null,
  importance: version.importance,
  tags: version.tags,
  facets: checkFacets(kind, text, version.facets),
})

function toEdge(edge: LineEdge, { id }: Line, recordedAt: number): IncomingEdge {
  const { source, target } = edge
  const isOutgoing = target != null && (source == null || source === id)
  const other = isOutgoing ? target : source
  if (other == null || (target != null && source != null && source !== id && target !== id)) {
    throw invalid('edges', 'edges must each name a source or a target; the other end is the line itself')
  }
  return {
    other,
    isOutgoing,
    type: edge.type,
    weight: edge.weight ?? defaultEdgeWeight,
    validFrom: edge.valid_from ?? recordedAt,
    validTo: edge.valid_to ?? null,
    coactivations: edge.coactivations ?? 0,
    coactivatedAt: edge.coactivated_at ?? null,
  }
}

/** A line without `edges` may name related memories in other fields. */
function foreignEdges({ version_of, derived_from, linked_ids }: Line, recordedAt: number): IncomingEdge[] {
  const to = (type: string, weight: number) => (other: string) => ({
    other,
    isOutgoing: true,
    type,
    weight,
    validFrom: recordedAt,
    validTo: null,
    coactivations: 0,
    coactivatedAt: null,
  })
  return [
    ...(version_of == null ? [] : [{ ...to(versionOf, 1)(version_of), replaces: true as const }]),
    ...(derived_from ?? []).map(to(derivedFrom, 1)),
    ...(linked_ids ?? []).map(to(linkedTo, defaultEdgeWeight)),
  ]
}
