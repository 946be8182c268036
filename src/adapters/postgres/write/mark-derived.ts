import type { Facets } from '../../../memory/memory.js'
import { derivedFrom } from '../../../memory/semantic/links.js'
import { markedForReview } from '../../../memory/semantic/review.js'
import { prepared, type Sql } from '../connection/sql.js'
import type { RowChange } from './memory-updater.js'

const allDerived = prepared(
  'all derived',
  `WITH RECURSIVE derived(row) AS (
     SELECT source FROM edges WHERE tenant_id = $1 AND target = $2 AND type = '${derivedFrom}' AND valid_to IS NULL
     UNION
     SELECT source FROM derived
     JOIN edges ON edges.tenant_id = $1 AND edges.target = derived.row AND edges.type = '${derivedFrom}'
       AND edges.valid_to IS NULL
   )
   SELECT memories.row, facets FROM derived JOIN memories ON memories.tenant_id = $1 AND memories.row = derived.row
   WHERE valid_to IS NULL AND memories.row <> $2 ORDER BY memories.row`,
)

/** SEM6: marks what derives from `ground` in the transaction that changes it, so that none is missed. */
export async function markDerived(sql: Sql, ground: number, reason: string, at: number): Promise<RowChange[]> {
  const derived = await sql.all<{ row: number; facets: string }>(allDerived, ground)
  return derived.map(({ row, facets }) => ({
    row,
    at,
    facets: markedForReview(JSON.parse(facets) as Facets, reason),
  }))
}
