import type { Change } from '../../../ports/store/follow.js'
import { changeCode } from '../../relational/codes.js'
import { prepared, type Sql } from '../connection/sql.js'

const newest = prepared('newest seq', 'SELECT seq FROM totals WHERE tenant_id = $1')

const since = prepared(
  'changes since',
  `SELECT changes.seq, memories.id, changes.what, changes.at FROM changes
   LEFT JOIN memories ON memories.tenant_id = changes.tenant_id AND memories.row = changes.row
   WHERE changes.tenant_id = $1 AND changes.seq > $2 ORDER BY changes.seq LIMIT $3`,
)

export async function newestSeq(sql: Sql): Promise<number> {
  return (await sql.find<{ seq: number }>(newest))?.seq ?? 0
}

export async function changes(sql: Sql, after: number, limit: number): Promise<Change[]> {
  const rows = await sql.all<{ seq: number; id: string | null; what: number; at: number }>(since, after, limit)
  // The code is valid, and an erased memory has no entry but `erased`, so the id is null only there.
  return rows.map(({ what, ...rest }) => ({ ...rest, what: changeCode.fromCode(what)! }) as Change)
}
