import type { MemoryFilter } from '../../../ports/store/filter.js'
import { activeState, kindCode } from '../../relational/codes.js'
import { facetLabel, labelsOf, tagLabel } from '../../relational/labels.js'
import type { Columns } from '../cache/columns.js'
import type { Statements } from '../connection/statements.js'

export interface PassingRows {
  /** 1 where the row passes, by row number. */
  readonly passes: Uint8Array
  /** Number of rows that pass. */
  readonly total: number
  /** Rows that may pass, ascending: those with all the labels, or every row. */
  readonly among: ArrayLike<number>
}

/** Applies the filter to the cached columns; rows with labels come from the index of labels. */
export function filterRows(filter: MemoryFilter, columns: Columns, sql: Statements): PassingRows {
  const none = { passes: new Uint8Array(columns.end), total: 0, among: [] }
  const session = filter.session === undefined ? undefined : nameId(filter.session, sql)
  if (session === null) return none
  // An unknown project has no memories of its own, but memories without a project are visible from every project.
  const project = filter.project === undefined ? undefined : (nameId(filter.project, sql) ?? 0)
  const ofProject = typeof filter.ofProject === 'string' ? nameId(filter.ofProject, sql) : 0
  if (ofProject === null) return none
  const { state, validTo, labelled } = columnsAt(filter, columns, sql)
  const among = labelled === undefined ? rowsBelow(columns.end) : labelled

  const kindPasses = new Uint8Array(256)
  if (filter.kinds === undefined) kindPasses.fill(1, 1)
  for (const kind of filter.kinds ?? []) kindPasses[kindCode.toCode(kind)] = 1

  const {
    knownAt,
    includeClosed = false,
    includePast = includeClosed,
    happenedFrom = Number.NEGATIVE_INFINITY,
    happenedTo = Number.POSITIVE_INFINITY,
  } = filter
  const { kind, happenedAt, recordedAt, validFrom, end } = columns
  const passes = new Uint8Array(end)
  let total = 0
  for (let at = 0; at < among.length; at++) {
    const row = among[at]
    if (kindPasses[kind[row]] === 0) continue
    if (filter.ofProject !== undefined && columns.project[row] !== ofProject) continue
    if (!includeClosed && state[row] !== activeState) continue
    if (knownAt !== undefined) {
      if (recordedAt[row] > knownAt) continue
      if (!includeClosed && (validFrom[row] > knownAt || validTo[row] <= knownAt)) continue
    } else if (!includePast && validTo[row] !== Number.POSITIVE_INFINITY) continue
    if (session !== undefined && columns.session[row] !== session) continue
    if (project !== undefined && columns.project[row] !== project && columns.project[row] !== 0) continue
    if (happenedAt[row] < happenedFrom || happenedAt[row] > happenedTo) continue
    passes[row] = 1
    total++
  }
  return { passes, total, among }
}

function rowsBelow(end: number): Int32Array {
  const rows = new Int32Array(Math.max(0, end - 1))
  for (let at = 0; at < rows.length; at++) rows[at] = at + 1
  return rows
}

function nameId(name: string, sql: Statements): number | null {
  return sql.find<{ id: number }>('SELECT id FROM names WHERE name = ?', name)?.id ?? null
}

interface ChangeableColumns {
  readonly state: Uint8Array
  readonly validTo: Float64Array
  /** The rows with every wanted label, ascending; undefined when none is wanted. */
  readonly labelled: readonly number[] | undefined
}

/** State, validity and labels, now or at `knownAt`, where later changes do not show (EPI5). */
function columnsAt(filter: MemoryFilter, columns: Columns, sql: Statements): ChangeableColumns {
  const wanted = wantedLabels(filter)
  const now = wanted.length === 0 ? undefined : labelledRows(wanted, sql)
  const since = filter.knownAt === undefined ? [] : versionsAt(filter.knownAt, sql)
  if (since.length === 0) return { state: columns.state, validTo: columns.validTo, labelled: now }
  const then = new Set(now)
  const [state, validTo] = [columns.state.slice(), columns.validTo.slice()]
  for (const version of since) {
    state[version.row] = version.state
    validTo[version.row] = version.valid_to ?? Number.POSITIVE_INFINITY
    if (now === undefined) continue
    const labels = labelsOf(JSON.parse(version.tags), JSON.parse(version.facets))
    if (wanted.every((label) => labels.has(label))) then.add(version.row)
    else then.delete(version.row)
  }
  return { state, validTo, labelled: now === undefined ? undefined : [...then].sort((a, b) => a - b) }
}

interface PastVersion {
  readonly row: number
  readonly state: number
  readonly valid_to: number | null
  readonly tags: string
  readonly facets: string
}

/** The version at `moment` of each memory that has changed since. */
function versionsAt(moment: number, sql: Statements): PastVersion[] {
  return sql.all<PastVersion>(
    'SELECT row, state, valid_to, tags, facets FROM versions WHERE ended_at > ?1 AND began_at <= ?1',
    moment,
  )
}

function wantedLabels({ tags = [], facets = {} }: MemoryFilter): string[] {
  return [...tags.map(tagLabel), ...Object.entries(facets).map(([key, value]) => facetLabel(key, value))]
}

function labelledRows(labels: readonly string[], sql: Statements): readonly number[] {
  const lists = labels.map((label): number[] => {
    const found = sql.find<{ rows: string }>('SELECT json_group_array(row) AS rows FROM labels WHERE label = ?', label)
    return JSON.parse(found?.rows ?? '[]')
  })
  const [first, ...others] = lists.sort((a, b) => a.length - b.length)
  const sets = others.map((rows) => new Set(rows))
  return first.filter((row) => sets.every((rows) => rows.has(row))).sort((a, b) => a - b)
}
