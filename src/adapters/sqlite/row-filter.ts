import type { MemoryFilter } from '../../ports/memory-store.js'
import { activeState, kindCode } from './codes.js'
import type { Columns } from './columns.js'
import { facetLabel, labelsOf, tagLabel } from './labels.js'
import type { Statements } from './statements.js'

export interface PassingRows {
  /** 1 where the row passes, by row number. */
  readonly passes: Uint8Array
  /** Exactly how many do. */
  readonly total: number
}

/** Runs the filter over the typed columns; labels come from their index. */
export function filterRows(filter: MemoryFilter, columns: Columns, sql: Statements): PassingRows {
  const none = { passes: new Uint8Array(columns.end), total: 0 }
  const session = filter.session === undefined ? undefined : nameId(filter.session, sql)
  if (session === null) return none
  // An unknown project has no memories of its own, but those without one are seen from everywhere.
  const project = filter.project === undefined ? undefined : (nameId(filter.project, sql) ?? 0)
  const { state, validTo, labelled } = columnsAt(filter, columns, sql)

  const kindPasses = new Uint8Array(256)
  if (filter.kinds === undefined) kindPasses.fill(1, 1)
  for (const kind of filter.kinds ?? []) kindPasses[kindCode.toCode(kind)] = 1

  const { knownAt, happenedFrom = Number.NEGATIVE_INFINITY, happenedTo = Number.POSITIVE_INFINITY } = filter
  const { kind, happenedAt, recordedAt, validFrom, end } = columns
  const passes = new Uint8Array(end)
  let total = 0
  for (let row = 1; row < end; row++) {
    if (kindPasses[kind[row]] === 0) continue
    if (state[row] !== activeState) continue
    if (knownAt === undefined) {
      if (validTo[row] !== Number.POSITIVE_INFINITY) continue
    } else if (recordedAt[row] > knownAt || validFrom[row] > knownAt || validTo[row] <= knownAt) continue
    if (session !== undefined && columns.session[row] !== session) continue
    if (project !== undefined && columns.project[row] !== project && columns.project[row] !== 0) continue
    if (happenedAt[row] < happenedFrom || happenedAt[row] > happenedTo) continue
    if (labelled !== undefined && labelled[row] === 0) continue
    passes[row] = 1
    total++
  }
  return { passes, total }
}

function nameId(name: string, sql: Statements): number | null {
  return sql.find<{ id: number }>('SELECT id FROM names WHERE name = ?', name)?.id ?? null
}

interface ChangeableColumns {
  readonly state: Uint8Array
  readonly validTo: Float64Array
  /** 1 where the row has every asked label; undefined when none is asked. */
  readonly labelled: Uint8Array | undefined
}

/** State, validity and labels as they stand, or as they stood at `knownAt`: a later change does not show (EPI5). */
function columnsAt(filter: MemoryFilter, columns: Columns, sql: Statements): ChangeableColumns {
  const asked = askedLabels(filter)
  const labelled = asked.length === 0 ? undefined : labelledRows(asked, columns.end, sql)
  const since = filter.knownAt === undefined ? [] : versionsAt(filter.knownAt, sql)
  if (since.length === 0) return { state: columns.state, validTo: columns.validTo, labelled }
  const [state, validTo] = [columns.state.slice(), columns.validTo.slice()]
  for (const version of since) {
    state[version.row] = version.state
    validTo[version.row] = version.valid_to ?? Number.POSITIVE_INFINITY
    if (labelled === undefined) continue
    const labels = labelsOf(JSON.parse(version.tags), JSON.parse(version.facets))
    labelled[version.row] = asked.every((label) => labels.has(label)) ? 1 : 0
  }
  return { state, validTo, labelled }
}

interface PastVersion {
  readonly row: number
  readonly state: number
  readonly valid_to: number | null
  readonly tags: string
  readonly facets: string
}

/** Of each memory that has changed since `moment`, the version it had then. */
function versionsAt(moment: number, sql: Statements): PastVersion[] {
  return sql.all<PastVersion>(
    'SELECT row, state, valid_to, tags, facets FROM versions WHERE ended_at > ?1 AND began_at <= ?1',
    moment,
  )
}

function askedLabels({ tags = [], facets = {} }: MemoryFilter): string[] {
  return [...tags.map(tagLabel), ...Object.entries(facets).map(([key, value]) => facetLabel(key, value))]
}

function labelledRows(labels: readonly string[], end: number, sql: Statements): Uint8Array {
  const hits = new Uint8Array(end)
  labels.forEach((label, before) => {
    const found = sql.find<{ rows: string }>('SELECT json_group_array(row) AS rows FROM labels WHERE label = ?', label)
    for (const row of JSON.parse(found?.rows ?? '[]') as number[]) if (hits[row] === before) hits[row]++
  })
  return hits.map((count) => (count === labels.length ? 1 : 0))
}
