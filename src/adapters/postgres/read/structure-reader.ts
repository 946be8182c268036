import type { TextStructure } from '../../../memory/workspace/text-structure.js'
import type { MemoryReader, StructureChange, StructureCursor, StructuredMemory } from '../../../ports/store/read.js'
import { changeCode } from '../../relational/codes.js'
import { prepared, type Sql } from '../connection/sql.js'
import { isCurrent } from '../search/filter-sql.js'
import { newestSeq } from './change-reader.js'

type Read = Awaited<ReturnType<MemoryReader['structures']>>

interface StructureColumns extends Omit<StructuredMemory, 'structure'> {
  readonly row: number
  readonly body: string
}

const selectStructures = `
SELECT structures.row, memories.id, sessions.name AS session, projects.name AS project, body
FROM structures JOIN memories ON memories.tenant_id = $1 AND memories.row = structures.row
JOIN names AS sessions ON sessions.tenant_id = $1 AND sessions.id = memories.session
LEFT JOIN names AS projects ON projects.tenant_id = $1 AND projects.id = memories.project
WHERE structures.tenant_id = $1 AND ${isCurrent}`

const structuresBehind = prepared(
  'structures behind',
  `${selectStructures} AND structures.row > $2 ORDER BY structures.row LIMIT $3`,
)
const structuresOf = prepared('structures of', `${selectStructures} AND structures.row = ANY ($2::int[])`)

const rowsChanged = prepared(
  'rows changed since',
  'SELECT seq, row, what FROM changes WHERE tenant_id = $1 AND seq > $2 ORDER BY seq LIMIT $3',
)

/** Reads records and facts of texts: first all, then those that the change log names. Runs within a snapshot. */
export const readStructures = (sql: Sql, from: StructureCursor | undefined, limit: number): Promise<Read> =>
  from === undefined || from.place !== undefined ? readAll(sql, from, limit) : readChanged(sql, from.seq, limit)

/** The cursor keeps the sequence number of the start, so that changes during the scan are read afterwards. */
async function readAll(sql: Sql, from: StructureCursor | undefined, limit: number): Promise<Read> {
  const [rows, newest] = await Promise.all([
    sql.all<StructureColumns>(structuresBehind, from?.place ?? 0, limit),
    newestSeq(sql),
  ])
  const seq = from?.seq ?? newest
  const isComplete = rows.length < limit
  return {
    changes: rows.map(toChange),
    next: isComplete ? { seq } : { seq, place: rows.at(-1)!.row },
    isDone: isComplete && seq === newest,
  }
}

async function readChanged(sql: Sql, since: number, limit: number): Promise<Read> {
  const entries = await sql.all<{ seq: number; row: number; what: number }>(rowsChanged, since, limit)
  const whatOf = new Map(entries.map(({ row, what }) => [row, what]))
  const found = entries.length === 0 ? [] : await sql.all<StructureColumns>(structuresOf, [...whatOf.keys()])
  const structured = new Map(found.map((columns) => [columns.row, columns]))
  const changes = [...whatOf].flatMap(([row, what]): StructureChange[] => {
    const columns = structured.get(row)
    if (columns !== undefined) return [toChange(columns)]
    // Most added memories have no structure and never had one.
    return what === changeCode.toCode('added') ? [] : [{ place: row, memory: undefined }]
  })
  return { changes, next: { seq: entries.at(-1)?.seq ?? since }, isDone: entries.length < limit }
}

const toChange = ({ row, body, id, session, project }: StructureColumns): StructureChange => ({
  place: row,
  memory: { id, session, project, structure: JSON.parse(body) as TextStructure },
})
