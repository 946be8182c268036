import type { TextStructure } from '../../memory/workspace/text-structure.js'
import type { MemoryStore, StructureChange, StructureCursor, StructuredMemory } from '../../ports/memory-store.js'
import { changeCode } from '../relational/codes.js'
import { newestSeq } from './change-reader.js'
import { isCurrent } from './filter-sql.js'
import { prepared, type Sql } from './sql.js'

type Read = Awaited<ReturnType<MemoryStore['structures']>>

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

/** Records and facts that texts hold: all of them once, then what the change log tells of. Within a snapshot. */
export const readStructures = (sql: Sql, from: StructureCursor | undefined, limit: number): Promise<Read> =>
  from === undefined || from.place !== undefined ? readAll(sql, from, limit) : readChanged(sql, from.seq, limit)

/** What changes meanwhile is told afterwards: the cursor keeps the number of the beginning. */
async function readAll(sql: Sql, from: StructureCursor | undefined, limit: number): Promise<Read> {
  const [rows, newest] = await Promise.all([
    sql.all<StructureColumns>(structuresBehind, from?.place ?? 0, limit),
    newestSeq(sql),
  ])
  const seq = from?.seq ?? newest
  const isWhole = rows.length < limit
  return {
    changes: rows.map(toChange),
    next: isWhole ? { seq } : { seq, place: rows.at(-1)!.row },
    isDone: isWhole && seq === newest,
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
    // Most of what is added holds none, and never did.
    return what === changeCode.toCode('added') ? [] : [{ place: row, memory: undefined }]
  })
  return { changes, next: { seq: entries.at(-1)?.seq ?? since }, isDone: entries.length < limit }
}

const toChange = ({ row, body, id, session, project }: StructureColumns): StructureChange => ({
  place: row,
  memory: { id, session, project, structure: JSON.parse(body) as TextStructure },
})
