import { invalid } from '../../errors.js'
import { type Facets, type Kind, kinds } from '../../memory/memory.js'
import { parseTime } from '../../memory/time.js'
import * as fields from '../machinery/fields.js'
import { problemInJson } from '../machinery/json-object.js'
import {
  type Line,
  maxEdgeTypeLength,
  maxFacetBytes,
  maxProjectLength,
  maxReferenceLength,
  maxSourceLength,
  maxTextLength,
  projectProblem,
} from './line-schema.js'

/** The fields of a line that another program's memory can fill. */
export interface ForeignLine {
  /** In our format. */
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
  /** The same as `content`, if set. */
  readonly summary: string | undefined
}

/**
 * Checks a line as `lineSchema` does, with the same messages. Written by hand, since every line of a history passes here
 * and the schema would look for thirty fields that no such line has (`npm run bench:import`).
 */
export function checkForeignLine(line: ForeignLine): Line {
  const { content, kind, source, tags, project, facets, happened_at, scene, edges } = line
  assertText('content', content, maxTextLength)
  if (!kinds.includes(kind)) refuse('kind', `must be one of: ${kinds.join(', ')}`)
  assertText('source', source, maxSourceLength)
  if (tags.length > fields.maxTags) refuse('tags', `must have at most ${fields.maxTags} items`)
  for (const [place, tag] of tags.entries()) assertText(`tags.${place}`, tag, fields.maxTagLength)
  if (project != null) assertText('project', project, maxProjectLength)
  if (project === '*') refuse('project', projectProblem)
  const problem = problemInJson(facets, maxFacetBytes)
  if (problem !== undefined) refuse('facets', problem)
  const happenedAt = happened_at == null ? null : readTime('happened_at', happened_at)
  if (scene !== undefined) assertText('scene', scene, maxReferenceLength)
  for (const [place, { type }] of edges.entries()) assertText(`edges.${place}.type`, type, maxEdgeTypeLength)
  return { ...line, happened_at: happenedAt }
}

function readTime(field: string, value: string): number {
  assertString(field, value)
  return parseTime(value) ?? refuse(field, fields.timeProblem)
}

function assertText(field: string, value: string, maxCharacters: number): void {
  assertString(field, value)
  const problem = fields.problemInText(value, maxCharacters)
  if (problem !== undefined) refuse(field, problem)
}

/** JavaScript callers may pass anything. */
function assertString(field: string, value: string): void {
  if (typeof value !== 'string') refuse(field, 'must be a string')
}

function refuse(field: string, problem: string): never {
  throw invalid(field, `${field} ${problem}`)
}
