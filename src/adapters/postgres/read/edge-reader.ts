import type { Edge } from '../../../memory/memory.js'
import { prepared, type Sql } from '../connection/sql.js'

/** Selects the domain's edge from `edges` and its ends, joined as `a` and `b`. */
export const edgeColumns = `a.id AS source, b.id AS target, edges.type, edges.weight, edges.valid_from AS "validFrom",
  edges.valid_to AS "validTo", edges.coactivations, edges.coactivated_at AS "coactivatedAt"`

/** Follows `FROM edges`. */
export const joinEnds = `
  JOIN memories AS a ON a.tenant_id = edges.tenant_id AND a.row = edges.source
  JOIN memories AS b ON b.tenant_id = edges.tenant_id AND b.row = edges.target`

const at = (end: 'source' | 'target') => `
  SELECT edges.id FROM memories JOIN edges ON edges.tenant_id = $1 AND edges.${end} = memories.row
  WHERE memories.tenant_id = $1 AND memories.id = ANY($2::text[])
    AND CASE WHEN $5 THEN true WHEN $4::bigint IS NULL THEN edges.valid_to IS NULL
      ELSE edges.valid_from <= $4 AND coalesce(edges.valid_to > $4, true) END
    AND ($3::text[] IS NULL OR edges.type = ANY($3))`

const edgesAt = prepared(
  'neighbours',
  `SELECT ${edgeColumns} FROM (${at('source')} UNION ${at('target')}) AS found
   JOIN edges ON edges.tenant_id = $1 AND edges.id = found.id ${joinEnds} ORDER BY edges.id`,
)

export function neighbours(
  sql: Sql,
  ids: readonly string[],
  types?: readonly string[],
  asOf?: number | 'ever',
): Promise<Edge[]> {
  const isEver = asOf === 'ever'
  return sql.all<Edge>(edgesAt, ids, types ?? null, isEver || asOf === undefined ? null : asOf, isEver)
}
