import { invalid } from '../../errors.js'
import { type Facets, type Kind, kinds } from '../../memory/memory.js'
import { parseTime } from '../../memory/time.js'
import * as fields from '../fields.js'
import { problemInJson } from '../json-object.js'
import {
  type Line,
  longestEdgeType,
  longestProject,
  longestReference,
  longestSource,
  longestText,
  mostFacetBytes,
  noProject,
} from './line-schema.js'

/** As much of a line as is ever known of what another program kept. */
export interface ForeignLine {
  /** Ours. */
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
  /** The content, if it is there. */
  readonly summary: string | undefined
}

/**
 * What `lineSchema` makes of such a line, in its words where something is wrong. By hand: every line of a history passes
 * here, and the schema would look for thirty fields that none of them has.
 */
export function readForeign(told: ForeignLine): Line {
  const { content, kind, source, tags, project, facets, happened_at, scene, edges } = told
  assertText('content', content, longestText)
  if (!kinds.includes(kind)) refuse('kind', `must be one of: ${kinds.join(', ')}`)
  assertText('source', source, longestSource)
  if (tags.length > fields.mostTags) refuse('tags', `must have at most ${fields.mostTags} items`)
  for (const [place, tag] of tags.entries()) assertText(`tags.${place}`, tag, fields.longestTag)
  if (project != null) assertText('project', project, longestProject)
  if (project === '*') refuse('project', noProject)
  const problem = problemInJson(facets, mostFacetBytes)
  if (problem !== undefined) refuse('facets', problem)
  const happenedAt = happened_at == null ? null : readTime('happened_at', happened_at)
  if (scene !== undefined) assertText('scene', scene, longestReference)
  for (const [place, { type }] of edges.entries()) assertText(`edges.${place}.type`, type, longestEdgeType)
  return { ...told, happened_at: happenedAt }
}

function readTime(field: string, value: string): number {
  assertString(field, value)
  return parseTime(value) ?? refuse(field, fields.noTime)
}

function assertText(field: string, value: string, most: number): void {
  assertString(field, value)
  const problem = fields.problemInText(value, most)
  if (problem !== undefined) refuse(field, problem)
}

/** Whoever calls from JavaScript may say anything. */
function assertString(field: string, value: string): void {
  if (typeof value !== 'string') refuse(field, 'must be a string')
}

function refuse(field: string, problem: string): never {
  throw invalid(field, `${field} ${problem}`)
}
