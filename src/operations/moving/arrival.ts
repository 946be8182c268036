import { invalid } from '../../errors.js'
import { initialStrength } from '../../memory/activation/forgetting.js'
import { facetsOfText } from '../../memory/facets-of-text.js'
import { parseId } from '../../memory/ids.js'
import type { Edge, Facets, Kind, Memory, Strength } from '../../memory/memory.js'
import { fromMemoryType, toMemoryType } from '../../memory/moving/memory-type.js'
import type { PastVersion } from '../../memory/moving/moved-memory.js'
import { contentKey } from '../../memory/moving/same-content.js'
import { derivedFrom, linkedTo, plainWeight, versionOf } from '../../memory/semantic/links.js'
import { markedForReview, reviewOf } from '../../memory/semantic/review.js'
import { defaultSessionId } from '../../memory/session-id.js'
import { keepContent } from '../../memory/workspace/kept-memory.js'
import type { Caller } from '../caller.js'
import { parseInput } from '../validation-error.js'
import { deriveId, digestOf } from './derived-id.js'
import { type ForeignLine, readForeign } from './foreign-line.js'
import { checkFacets } from './line-facets.js'
import { type Line, type LineEdge, lineSchema } from './line-schema.js'

/** An edge of a line; the other end as the line calls it. */
export interface ArrivingEdge extends Omit<Edge, 'source' | 'target'> {
  readonly other: string
  readonly isOutgoing: boolean
  /** The line says that it takes the place of the other, and no more: the other ends with it. */
  readonly replaces?: true
}

/** A memory as a line tells of it, before it is known which id it gets. */
export interface Arrival {
  readonly line: number
  /** As the line says it. */
  readonly givenId: string | undefined
  /** The one it gets if that is free: its own, or, if that is none of ours, one that follows from the line. */
  readonly id: string
  /** Those that it gets otherwise, one after the other; they follow from the line as well. */
  readonly otherId: (attempt: number) => string
  /** As it is now. */
  readonly memory: Omit<Memory, 'id'>
  /** A current fact that says no name of its own: it gets one that is free (WSP1). */
  readonly isNamedHere: boolean
  readonly textDigest: string
  /**
   * The same for lines that say the same in the same session and project (GWT14). Undefined when it is taken whoever has
   * said it before.
   */
  readonly contentDigest: string | undefined
  readonly versions: readonly PastVersion[]
  readonly strength: Strength
  /** What the members of its scene have in common; null when it stands alone, undefined when nobody has decided yet. */
  readonly scene: string | null | undefined
  /** REC6: an undecided one joins a scene by its time, if it has one. */
  readonly hasTime: boolean
  readonly edges: readonly ArrivingEdge[]
}

export interface ArrivalSettings {
  readonly caller: Caller
  /** Of lines that name none. */
  readonly kind: Kind
  readonly now: number
  /** Added to those of each line. */
  readonly tags?: readonly string[]
  /** Lines without an id are memories of their own, whoever has said the same before. */
  readonly newId?: (kind: Kind, now: number) => string
  /** Every line has an id: nobody will ask which of them said the same. */
  readonly areNamed?: true
}

/** Of lines that do not say who wrote them. Not the file's name: the same lines may come in another file. */
const foreignSource = 'import:jsonl'

/** Throws `validation_error` that says what is wrong with the line. */
export const parseArrival = (line: number, text: string, settings: ArrivalSettings): Arrival =>
  toArrival(line, parseInput(lineSchema, parseObject(text)), settings)

/** The same for what was never written down as a line. */
export const parseForeign = (line: number, told: ForeignLine, settings: ArrivalSettings): Arrival =>
  toArrival(line, readForeign(told), settings)

function toArrival(line: number, said: Line, settings: ArrivalSettings): Arrival {
  const { caller, kind, now, tags = [] } = settings
  const ownKind = said.kind ?? (said.memory_type == null ? kind : fromMemoryType(said.memory_type))
  const recordedAt = said.recorded_at ?? said.created_at ?? now
  const allTags = tags.length === 0 ? (said.tags ?? []) : [...new Set([...(said.tags ?? []), ...tags])]
  const kept = keptOf(said, ownKind, allTags)
  const { session, project } = homeOf(said, caller)
  const memory: Arrival['memory'] = {
    kind: ownKind,
    session,
    project,
    source: said.source ?? foreignSource,
    text: said.content,
    summary: said.summary ?? kept.summary,
    facets: kept.facets,
    tags: allTags,
    happenedAt: said.happened_at ?? said.created_at ?? recordedAt,
    recordedAt,
    // It may have ended before anybody recorded it.
    validFrom: said.valid_from ?? Math.min(recordedAt, ...endsOf(said)),
    validTo: said.valid_to ?? null,
    importance: said.importance ?? 0.5,
    state: said.state ?? 'active',
  }
  return {
    line,
    memory,
    isNamedHere: ownKind === 'entity' && said.facets == null && memory.validTo === null && memory.state === 'active',
    versions: (said.versions ?? []).map((version) => toPastVersion(version, said.content, ownKind)),
    strength: strengthOf(said, recordedAt),
    scene: said.scene == null ? said.scene : String(said.scene),
    hasTime: (said.happened_at ?? said.created_at ?? said.recorded_at) != null,
    edges:
      said.edges == null ? foreignEdges(said, recordedAt) : said.edges.map((edge) => toEdge(edge, said, recordedAt)),
    ...identify(said.id ?? undefined, memory, settings),
  }
}

/** When it and its versions ceased to hold, those that did. */
const endsOf = ({ valid_to, versions }: Line): number[] =>
  [valid_to, ...(versions ?? []).map((version) => version.valid_to)].filter((end) => end != null)

type Identity = Pick<Arrival, 'givenId' | 'id' | 'otherId' | 'textDigest' | 'contentDigest'>

function identify(
  givenId: string | undefined,
  memory: Arrival['memory'],
  { newId, now, areNamed }: ArrivalSettings,
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
  const contentDigest = areNamed ? undefined : digestContent()
  return { givenId, id: parseId(givenId, kind) ?? otherId(0), otherId, textDigest, contentDigest }
}

function parseObject(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The parser's own words would repeat a part of the text.
    throw invalid('line', 'is not JSON')
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw invalid('line', 'is not a JSON object')
  return value
}

/** COM3, COM13: where the line says, as long as the caller can see it there. */
function homeOf({ session_id, project }: Line, caller: Caller): Pick<Memory, 'session' | 'project'> {
  const session = session_id ?? caller.session
  if (caller.session !== defaultSessionId && session !== caller.session) {
    throw invalid('session_id', `session_id is "${session}", which session "${caller.session}" does not see`)
  }
  const home = project === undefined ? caller.project : project
  if (caller.project !== null && home !== null && home !== caller.project) {
    throw invalid('project', `project is "${home}", which project "${caller.project}" does not see; "*" takes all`)
  }
  return { session, project: home }
}

/** What a line says of its kind, or what is kept of a content that says no more (WSP1). */
function keptOf(line: Line, kind: Kind, tags: readonly string[]): { readonly facets: Facets; summary: string | null } {
  const { facets, content, provenance, needs_review } = line
  const kept = facets == null ? keptContent(kind, content, tags) : undefined
  const told = kept?.facets ?? checkFacets(kind, content, facets ?? {})
  const own = kind === 'entity' && kept !== undefined && provenance != null ? { ...told, source: provenance } : told
  const isMarked = needs_review === true && reviewOf(own) === undefined
  return {
    facets: isMarked ? markedForReview(own, 'it was in need of review where it came from') : own,
    summary: kept?.summary ?? null,
  }
}

/** A lesson has no type of its own in the workspace's words. */
const keptContent = (kind: Kind, content: string, tags: readonly string[]) =>
  kind === 'lesson'
    ? { facets: facetsOfText(kind, content), summary: null }
    : keepContent(toMemoryType(kind), content, tags)

function strengthOf(line: Line, recordedAt: number): Strength {
  const initial = initialStrength(line.importance ?? 0.5, recordedAt)
  const lastUse = line.last_accessed ?? recordedAt
  return {
    stability: line.stability ?? initial.stability,
    difficulty: line.difficulty ?? initial.difficulty,
    reviewedAt: line.reviewed_at ?? initial.reviewedAt,
    uses: line.uses ?? initial.uses,
    recentUses: line.recent_uses ?? (lastUse > recordedAt ? [recordedAt, lastUse] : initial.recentUses),
  }
}

const toPastVersion = (version: NonNullable<Line['versions']>[number], text: string, kind: Kind): PastVersion => ({
  version: version.version,
  endedAt: version.ended_at,
  state: version.state,
  validTo: version.valid_to ?? null,
  importance: version.importance,
  tags: version.tags,
  facets: checkFacets(kind, text, version.facets),
})

function toEdge(edge: LineEdge, { id }: Line, recordedAt: number): ArrivingEdge {
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
    weight: edge.weight ?? plainWeight,
    validFrom: edge.valid_from ?? recordedAt,
    validTo: edge.valid_to ?? null,
    coactivations: edge.coactivations ?? 0,
    coactivatedAt: edge.coactivated_at ?? null,
  }
}

/** A line without `edges` may still say what it belongs to. */
function foreignEdges({ version_of, derived_from, linked_ids }: Line, recordedAt: number): ArrivingEdge[] {
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
    ...(linked_ids ?? []).map(to(linkedTo, plainWeight)),
  ]
}
