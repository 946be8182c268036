import type { StoredMemory } from '../../../memory/memory.js'
import { type MemoryColumns, selectedColumns, toStoredMemory } from '../../relational/stored-memory.js'
import { optimizationFence, prepared, type Sql } from '../connection/sql.js'

/** Selects `MemoryColumns`. */
export const selectMemories = `
SELECT ${selectedColumns}
FROM memories
CROSS JOIN LATERAL (
  SELECT * FROM strengths WHERE strengths.tenant_id = memories.tenant_id AND strengths.row = memories.row ${optimizationFence}
) AS strengths
CROSS JOIN LATERAL (
  SELECT name FROM names WHERE names.tenant_id = memories.tenant_id AND names.id = memories.session ${optimizationFence}
) AS sessions
LEFT JOIN LATERAL (
  SELECT name FROM names WHERE names.tenant_id = memories.tenant_id AND names.id = memories.project ${optimizationFence}
) AS projects ON TRUE`

const byIds = prepared('get', `${selectMemories} WHERE memories.tenant_id = $1 AND memories.id = ANY($2::text[])`)

const versionsThen = prepared(
  'versions then',
  `SELECT DISTINCT ON (row) row, version, state, valid_to, importance, tags, facets, door, client, key_id FROM versions
   WHERE tenant_id = $1 AND row = ANY($2::int[]) AND began_at <= $3 ORDER BY row, version DESC`,
)

/** In the order asked. */
export async function getMemories(
  sql: Sql,
  ids: readonly string[],
  asOf?: number,
): Promise<(StoredMemory | undefined)[]> {
  if (ids.length === 0) return []
  const now = await sql.all<MemoryColumns>(byIds, [...new Set(ids)])
  const then = asOf === undefined ? now : await columnsAsOf(sql, now, asOf)
  const found = new Map(then.map((columns) => [columns.id, columns]))
  return ids.map((id) => {
    const columns = found.get(id)
    return columns === undefined ? undefined : toStoredMemory(columns)
  })
}

/** Replaces importance, tags, facets, validity and state by those of that moment; drops memories recorded later. */
async function columnsAsOf(sql: Sql, now: readonly MemoryColumns[], moment: number): Promise<readonly MemoryColumns[]> {
  const known = now.filter(({ recorded_at }) => recorded_at <= moment)
  const changed = known.filter(({ version_began_at }) => version_began_at > moment).map(({ row }) => row)
  if (changed.length === 0) return known
  const versions = await sql.all<Pick<MemoryColumns, 'row'> & Partial<MemoryColumns>>(versionsThen, changed, moment)
  const then = new Map(versions.map((each) => [each.row, each]))
  return known.map((columns) => ({ ...columns, ...then.get(columns.row) }))
}
