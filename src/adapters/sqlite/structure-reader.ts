import type { TextStructure } from '../../memory/workspace/text-structure.js'
import type { MemoryStore, StructureChange, StructureCursor, StructuredMemory } from '../../ports/memory-store.js'
import { activeState, changeCode } from '../relational/codes.js'
import { type Connection, inSnapshot } from './connection.js'
import type { Statements } from './statements.js'

type Read = Awaited<ReturnType<MemoryStore['structures']>>

interface StructureColumns extends Omit<StructuredMemory, 'structure'> {
  readonly row: number
  readonly body: string
}

const selectStructures = `
SELECT structures.row, memories.id, sessions.name AS session, projects.name AS project, body
FROM structures JOIN memories USING (row)
JOIN names AS sessions ON sessions.id = memories.session
LEFT JOIN names AS projects ON projects.id = memories.project
WHERE state = ${activeState} AND valid_to IS NULL`

/** Records and facts that texts hold: all of them once, then what the change log tells of. */
export class StructureReader {
  readonly #connection: Connection
  readonly #sql: Statements

  constructor(connection: Connection, sql: Statements) {
    this.#connection = connection
    this.#sql = sql
  }

  read(from: StructureCursor | undefined, limit: number): Read {
    return inSnapshot(this.#connection, () =>
      from === undefined || from.place !== undefined ? this.#all(from, limit) : this.#changed(from.seq, limit),
    )
  }

  /** What changes meanwhile is told afterwards: the cursor keeps the number of the beginning. */
  #all(from: StructureCursor | undefined, limit: number): Read {
    const rows = this.#sql.all<StructureColumns>(
      `${selectStructures} AND structures.row > ? ORDER BY structures.row LIMIT ?`,
      from?.place ?? 0,
      limit,
    )
    const seq = from?.seq ?? this.#newestSeq()
    const isWhole = rows.length < limit
    return {
      changes: rows.map(toChange),
      next: isWhole ? { seq } : { seq, place: rows.at(-1)!.row },
      isDone: isWhole && seq === this.#newestSeq(),
    }
  }

  #changed(since: number, limit: number): Read {
    const entries = this.#sql.all<{ seq: number; row: number; what: number }>(
      'SELECT seq, row, what FROM changes WHERE seq > ? ORDER BY seq LIMIT ?',
      since,
      limit,
    )
    const whatOf = new Map(entries.map(({ row, what }) => [row, what]))
    const changes = [...whatOf].flatMap(([row, what]): StructureChange[] => {
      const found = this.#sql.find<StructureColumns>(`${selectStructures} AND structures.row = ?`, row)
      if (found !== undefined) return [toChange(found)]
      // Most of what is added holds none, and never did.
      return what === changeCode.toCode('added') ? [] : [{ place: row, memory: undefined }]
    })
    return { changes, next: { seq: entries.at(-1)?.seq ?? since }, isDone: entries.length < limit }
  }

  #newestSeq(): number {
    return this.#sql.find<{ seq: number | null }>('SELECT max(seq) AS seq FROM changes')?.seq ?? 0
  }
}

const toChange = ({ row, body, id, session, project }: StructureColumns): StructureChange => ({
  place: row,
  memory: { id, session, project, structure: JSON.parse(body) as TextStructure },
})
