import type { ExportedMemory, PastVersion } from '../../../memory/import-export/exported-memory.js'
import type { Scope } from '../../../ports/store/filter.js'
import { type EdgeColumns, edgesOfRows } from '../../relational/edges-of-rows.js'
import { type VersionColumns, versionsOfRows } from '../../relational/past-version.js'
import { type MemoryColumns, toStoredMemory } from '../../relational/stored-memory.js'
import type { Statements } from '../connection/statements.js'
import { scopeCondition } from './scope-condition.js'
import { type SelectedMemory, selectMemories } from './select-memories.js'
import { verifyChecksum } from './verify-checksum.js'

/** Reads all memories in pages, on one snapshot. It needs a connection of its own. */
export class Exporter {
  readonly #sql: Statements
  #isInScope: (table: string) => string = () => 'FALSE'
  #after = 0
  /** The first exported memory of each scene. */
  readonly #openers = new Map<number, string>()

  constructor(sql: Statements) {
    this.#sql = sql
  }

  /** Holds the snapshot until `end`. Returns the number of memories and the change number of the snapshot. */
  begin(scope: Scope): { readonly total: number; readonly seq: number } {
    this.#sql.connection.exec('BEGIN')
    this.#isInScope = scopeCondition(scope, this.#sql)
    const counted = this.#sql.find<{ n: number }>(
      `SELECT count(*) AS n FROM memories WHERE ${this.#isInScope('memories')}`,
    )
    const newest = this.#sql.find<{ seq: number | null }>('SELECT max(seq) AS seq FROM changes')
    return { total: counted?.n ?? 0, seq: newest?.seq ?? 0 }
  }

  /** The next memories in the order of writing; empty at the end. */
  next(limit: number): ExportedMemory[] {
    const rows = this.#sql.all<SelectedMemory>(
      `${selectMemories} WHERE memories.row > ? AND ${this.#isInScope('memories')} ORDER BY memories.row LIMIT ?`,
      this.#after,
      limit,
    )
    if (rows.length === 0) return []
    const [first, last] = [rows[0].row, rows[rows.length - 1].row]
    this.#after = last
    const versions = this.#versions(first, last)
    const edges = this.#edges(first, last)
    return rows.map((columns) => ({
      memory: toStoredMemory(verifyChecksum(columns)),
      versions: versions.get(columns.row) ?? [],
      scene: this.#openerOf(columns),
      ...(edges.get(columns.row) ?? { edges: [], laterEdges: [] }),
    }))
  }

  /** Closing the connection is not enough: SQLite keeps its snapshot for as long as its statements exist. */
  end(): void {
    if (this.#sql.connection.isTransaction) this.#sql.connection.exec('COMMIT')
  }

  /** A scene belongs to one session and project, so a scope includes all of it or nothing. */
  #openerOf({ scene, id }: MemoryColumns): string | null {
    if (scene === 0) return null
    const opener = this.#openers.get(scene)
    if (opener === undefined) this.#openers.set(scene, id)
    return opener ?? id
  }

  #versions(first: number, last: number): Map<number, PastVersion[]> {
    const found = this.#sql.all<VersionColumns>(
      `SELECT row, version, ended_at, state, valid_to, importance, tags, facets, door, client, key_id FROM versions
       WHERE row BETWEEN ? AND ? ORDER BY row, version`,
      first,
      last,
    )
    return versionsOfRows(found)
  }

  /** Edges with both ends in scope: an id from outside would reveal that it exists. Edges of no duration are left out. */
  #edges(first: number, last: number): ReturnType<typeof edgesOfRows> {
    const found = this.#sql.all<EdgeColumns>(
      `SELECT edges.source AS sourceRow, edges.target AS targetRow, a.id AS source, b.id AS target, type, weight,
         edges.valid_from AS validFrom, edges.valid_to AS validTo, coactivations, coactivated_at AS coactivatedAt
       FROM edges JOIN memories AS a ON a.row = edges.source JOIN memories AS b ON b.row = edges.target
       WHERE edges.id IN (
         SELECT id FROM edges WHERE source BETWEEN ?1 AND ?2 UNION SELECT id FROM edges WHERE target BETWEEN ?1 AND ?2
       ) AND (edges.valid_to IS NULL OR edges.valid_to > edges.valid_from)
         AND ${this.#isInScope('a')} AND ${this.#isInScope('b')}`,
      first,
      last,
    )
    return edgesOfRows(found, first, last)
  }
}
