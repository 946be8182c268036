import type { KeyWritten } from '../../../ports/store/read.js'
import { prepared, type Sql } from '../connection/sql.js'

const written = prepared(
  'written by',
  `SELECT id, CASE memories.version WHEN 1 THEN memories.key_id ELSE first.key_id END AS author
   FROM memories
   LEFT JOIN versions AS first
     ON first.tenant_id = memories.tenant_id AND first.row = memories.row AND first.version = 1
   WHERE memories.tenant_id = $1 AND memories.row IN (
     SELECT row FROM memories WHERE tenant_id = $1 AND key_id = $2
     UNION SELECT row FROM versions WHERE tenant_id = $1 AND key_id = $2
   )
   ORDER BY memories.row`,
)

/** The memories of which a key wrote a version, in the order of writing. */
export async function findWrittenBy(sql: Sql, key: string): Promise<KeyWritten[]> {
  const rows = await sql.all<{ id: string; author: string | null }>(written, key)
  return rows.map(({ id, author }) => ({ id, isAuthor: author === key }))
}
