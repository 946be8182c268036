import type { Scope } from '../../../ports/store/filter.js'
import type { ExportPage } from '../../../ports/store/read.js'
import { type EdgeColumns, edgesOfRows } from '../../relational/edges-of-rows.js'
import { type VersionColumns, versionsOfRows } from '../../relational/past-version.js'
import { type MemoryColumns, toStoredMemory } from '../../relational/stored-memory.js'
import type { Database } from '../connection/database.js'
import { holdSnapshot } from '../connection/held-snapshot.js'
import type { Sql } from '../connection/sql.js'
import { selectMemories } from './memory-reader.js'

/** With texts of the maximum length, a page has tens of megabytes. */
const pageSize = 64

const versionsBetween = `SELECT row, version, ended_at, state, valid_to, importance, tags, facets, door, client, key_id FROM versions
  WHERE tenant_id = $1 AND row BETWEEN $2 AND $3 ORDER BY row, version`

/** -1 for unknown names: such a session has no memories, such a project only those without a project. */
const numbersOf = `SELECT
  coalesce((SELECT id FROM names WHERE tenant_id = $1 AND name = $2), -1) AS session,
  coalesce((SELECT id FROM names WHERE tenant_id = $1 AND name = $3), -1) AS project`

/** Exports everything in scope from one snapshot, on a connection that is held until the end. */
export async function* exportAll(database: Database, scope: Scope): AsyncGenerator<ExportPage, void, undefined> {
  const { sql, end } = await holdSnapshot(database)
  try {
    const isInScope = await scopeCondition(sql, scope)
    const counted = await sql.find<{ total: number; seq: number }>(
      `SELECT (SELECT count(*) FROM memories WHERE tenant_id = $1 AND ${isInScope('memories')}) AS total,
         (SELECT coalesce(max(seq), 0) FROM changes WHERE tenant_id = $1) AS seq`,
    )
    const { total, seq } = counted!
    const page = `${selectMemories} WHERE memories.tenant_id = $1 AND memories.row > $2 AND ${isInScope('memories')}
      ORDER BY memories.row LIMIT ${pageSize}`
    /** The first exported memory of each scene. */
    const openers = new Map<number, string>()
    for (let after = 0; ; ) {
      const rows = await sql.all<MemoryColumns>(page, after)
      if (rows.length === 0) return
      const [first, last] = [rows[0].row, rows[rows.length - 1].row]
      after = last
      const [versions, edges] = await Promise.all([
        sql.all<VersionColumns>(versionsBetween, first, last),
        sql.all<EdgeColumns>(edgesBetween(isInScope), first, last),
      ])
      const versionsOf = versionsOfRows(versions)
      const edgesOf = edgesOfRows(edges, first, last)
      const memories = rows.map((columns) => ({
        memory: toStoredMemory(columns),
        versions: versionsOf.get(columns.row) ?? [],
        scene: openerOf(columns, openers),
        ...(edgesOf.get(columns.row) ?? { edges: [], laterEdges: [] }),
      }))
      yield { total, seq, memories }
    }
  } finally {
    await end()
  }
}

type InScope = (table: string) => string

async function scopeCondition(sql: Sql, { session, project }: Scope): Promise<InScope> {
  const numbers = await sql.find<{ session: number; project: number }>(numbersOf, session ?? null, project ?? null)
  return (table) =>
    [
      ...(session === undefined ? [] : [`${table}.session = ${numbers?.session}`]),
      ...(project === undefined ? [] : [`${table}.project IN (0, ${numbers?.project})`]),
      'TRUE',
    ].join(' AND ')
}

/** Only edges with both ends in scope, so that no id from outside is revealed; without those that were never valid. */
const edgesBetween = (isInScope: InScope): string =>
  `SELECT edges.source AS "sourceRow", edges.target AS "targetRow", a.id AS source, b.id AS target, type, weight,
     edges.valid_from AS "validFrom", edges.valid_to AS "validTo", coactivations, coactivated_at AS "coactivatedAt"
   FROM (
     SELECT * FROM edges WHERE tenant_id = $1 AND source BETWEEN $2 AND $3
     UNION SELECT * FROM edges WHERE tenant_id = $1 AND target BETWEEN $2 AND $3
   ) AS edges
   JOIN memories AS a ON a.tenant_id = $1 AND a.row = edges.source
   JOIN memories AS b ON b.tenant_id = $1 AND b.row = edges.target
   WHERE (edges.valid_to IS NULL OR edges.valid_to > edges.valid_from) AND ${isInScope('a')} AND ${isInScope('b')}
   ORDER BY edges.id`

/** A scene belongs to one session and project, so a scope contains all of it or nothing. */
function openerOf({ scene, id }: MemoryColumns, openers: Map<number, string>): string | null {
  if (scene === 0) return null
  const opener = openers.get(scene)
  if (opener === undefined) openers.set(scene, id)
  return opener ?? id
}
