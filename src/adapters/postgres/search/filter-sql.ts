import type { MemoryFilter } from '../../../ports/store/filter.js'
import { activeState, kindCode } from '../../relational/codes.js'
import { facetLabel, labelsOf, tagLabel } from '../../relational/labels.js'
import type { Parameters } from '../connection/parameters.js'
import { prepared, type Sql } from '../connection/sql.js'

/** Builds the SQL condition for rows of `memories` that pass a filter. The caller adds the condition on the tenant. */
export type MemoryCondition = (parameters: Parameters) => string

const isActive = `memories.state = ${activeState}`
/** Must match the conditions of the partial indexes. */
export const isCurrent = `${isActive} AND memories.valid_to IS NULL`

/** Queries only for labels at a past moment, which are derived from the versions of that moment. */
export async function toCondition(sql: Sql, filter: MemoryFilter): Promise<MemoryCondition> {
  const labels = askedLabels(filter)
  const { knownAt } = filter
  const then = knownAt === undefined || labels.length === 0 ? undefined : await labelledThen(sql, labels, knownAt)
  return (parameters) =>
    [
      isVisible(filter, parameters),
      ...ofKinds(filter),
      ...inScope(filter, parameters),
      ...happened(filter, parameters),
      ...hasLabels(labels, then, parameters),
    ].join(' AND ')
}

/** Columns hold whole milliseconds; a requested moment may be fractional or infinite. */
function moment(at: number, parameters: Parameters): string {
  const max = Number.MAX_SAFE_INTEGER
  return `${parameters.add(Math.floor(Math.min(Math.max(at, -max), max)))}::bigint`
}

function happened({ happenedFrom, happenedTo }: MemoryFilter, parameters: Parameters): string[] {
  return [
    ...(happenedFrom === undefined ? [] : [`memories.happened_at >= ${moment(Math.ceil(happenedFrom), parameters)}`]),
    ...(happenedTo === undefined ? [] : [`memories.happened_at <= ${moment(happenedTo, parameters)}`]),
  ]
}

/** Valid and active, now or at `knownAt`; later changes are not visible then (EPI5). */
function isVisible({ knownAt, includeClosed, includePast }: MemoryFilter, parameters: Parameters): string {
  if (knownAt === undefined && !includeClosed) return includePast ? isActive : isCurrent
  if (knownAt === undefined) return 'TRUE'
  const then = moment(knownAt, parameters)
  const wasRecorded = `memories.recorded_at <= ${then}`
  if (includeClosed) return wasRecorded
  const wasOpen = (version: string) =>
    `${version}.state = ${activeState} AND (${version}.valid_to IS NULL OR ${version}.valid_to > ${then})`
  return `${wasRecorded} AND memories.valid_from <= ${then}
    AND CASE WHEN memories.version = 1 THEN ${wasOpen('memories')} ELSE coalesce(
      (SELECT ${wasOpen('versions')} FROM versions WHERE ${isVersionAt(then)} AND versions.row = memories.row),
      ${wasOpen('memories')}) END`
}

const isVersionAt = (then: string): string =>
  `versions.tenant_id = $1 AND versions.began_at <= ${then} AND versions.ended_at > ${then}`

function ofKinds({ kinds }: MemoryFilter): string[] {
  if (kinds === undefined) return []
  return [kinds.length === 0 ? 'FALSE' : `memories.kind IN (${kinds.map((kind) => kindCode.toCode(kind)).join(', ')})`]
}

/** An unknown session or project has no memories; memories without a project are visible from every project. */
function inScope({ session, project, ofProject }: MemoryFilter, parameters: Parameters): string[] {
  return [
    ...(session === undefined ? [] : [`memories.session = ${numberOf(session, parameters)}`]),
    ...(project === undefined ? [] : [`memories.project IN (0, ${numberOf(project, parameters)})`]),
    ...(ofProject === undefined
      ? []
      : [`memories.project = ${ofProject === null ? 0 : numberOf(ofProject, parameters)}`]),
  ]
}

/** -1 for an unknown name. */
const numberOf = (name: string, parameters: Parameters): string =>
  `coalesce((SELECT names.id FROM names WHERE names.tenant_id = $1 AND names.name = ${parameters.add(name)}), -1)`

function askedLabels({ tags = [], facets = {} }: MemoryFilter): string[] {
  return [...new Set([...tags.map(tagLabel), ...Object.entries(facets).map(([key, value]) => facetLabel(key, value))])]
}

/** The memories that had another version at that moment, and those whose version had all the labels. */
interface LabelledThen {
  readonly changed: readonly number[]
  readonly labelled: readonly number[]
}

function hasLabels(labels: readonly string[], then: LabelledThen | undefined, parameters: Parameters): string[] {
  if (labels.length === 0) return []
  const now = labels.map(
    (label) => `memories.row IN
      (SELECT labels.row FROM labels WHERE labels.tenant_id = $1 AND labels.label = ${parameters.add(label)})`,
  )
  if (then === undefined || then.changed.length === 0) return now
  return [
    `CASE WHEN memories.row = ANY (${parameters.add(then.changed)}::int[])
      THEN memories.row = ANY (${parameters.add(then.labelled)}::int[]) ELSE ${now.join(' AND ')} END`,
  ]
}

const versionsAt = prepared('versions at', `SELECT row, tags, facets FROM versions WHERE ${isVersionAt('$2::bigint')}`)

async function labelledThen(sql: Sql, labels: readonly string[], then: number): Promise<LabelledThen> {
  const changed = await sql.all<{ row: number; tags: string; facets: string }>(versionsAt, Math.floor(then))
  const labelled = changed.filter(({ tags, facets }) => {
    const had = labelsOf(JSON.parse(tags), JSON.parse(facets))
    return labels.every((label) => had.has(label))
  })
  return { changed: changed.map(({ row }) => row), labelled: labelled.map(({ row }) => row) }
}
