import { invalid } from '../../errors.js'
import type { Facets, Kind } from '../../memory/memory.js'
import { parseTime } from '../../memory/time.js'
import * as fields from '../fields.js'
import { problemInJson } from '../json-object.js'
import {
  type Line,
  longestEdgeType,
  longestProject,
  longestReference,
  longestText,
  mostFacetBytes,
  noProject,
} from './line-schema.js'

/** As much of a line as is ever known of what another program kept. */
export interface ForeignLine {
  /** Ours, as are the kind and the source. */
  readonly id: string
  readonly content: string
  readonly kind: Kind
  readonly source: string
  readonly tags: string[]
  readonly project: string | null | undefined
  readonly facets: Facets
  readonly happened_at: string | null
  readonly scene: string | undefined
  readonly edges: { type: string; target: string }[]
  readonly summary: string | undefined
}

/**
 * What `lineSchema` makes of such a line, in its words where something is wrong. By hand: every line of a history passes
 * here, and the schema would look for forty fields that none of them has.
 */
export function readForeign(told: ForeignLine): Line {
  const { content, tags, project, facets, happened_at, scene, edges } = told
  assertFine('content', fields.problemInText(content, longestText))
  if (tags.length > fields.mostTags) assertFine('tags', `must have at most ${fields.mostTags} items`)
  for (const [place, tag] of tags.entries()) {
    assertFine(`tags.${place}`, fields.problemInText(tag, fields.longestTag))
  }
  if (project != null) {
    assertFine('project', fields.problemInText(project, longestProject) ?? (project === '*' ? noProject : undefined))
  }
  assertFine('facets', problemInJson(facets, mostFacetBytes))
  const happenedAt = happened_at === null ? null : parseTime(happened_at)
  if (happenedAt === undefined) assertFine('happened_at', fields.noTime)
  if (scene !== undefined) assertFine('scene', fields.problemInText(scene, longestReference))
  for (const [place, { type }] of edges.entries()) {
    assertFine(`edges.${place}.type`, fields.problemInText(type, longestEdgeType))
  }
  return { ...told, happened_at: happenedAt }
}

function assertFine(field: string, problem: string | undefined): void {
  if (problem !== undefined) throw invalid(field, `${field} ${problem}`)
}
