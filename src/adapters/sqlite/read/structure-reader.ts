import type { TextStructure } from '../../../memory/workspace/text-structure.js'
import type { MemoryReader, StructureChange, StructureCursor, StructuredMemory } from '../../../ports/store/read.js'
import { activeState, changeCode } from '../../relational/codes.js'
import type { Statements } from '../connection/statements.js'

type Read = Awaited<ReturnType<MemoryReader['structures']>>

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

/** Reads records and facts of texts: first all of them, then those that the change log names. */
export class StructureReader {
  readonly #sql: Statements

  constructor(sql: Statements) {
    this.#sql = sql
  }

  read(from: StructureCursor | undefined, limit: number): Read {
    return this.#sql.inSnapshot(() =>
      from === undefined || from.place !== undefined ? this.#all(from, limit) : this.#changed(from.seq, limit),
    )
  }

  /** The cursor keeps the change number of the beginning, so that later calls return what changed meanwhile. */
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
      // Most added memories have no structure, and none to remove.
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
