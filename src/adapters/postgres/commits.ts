import { prepared, type Sql } from './sql.js'
import type { Put } from './together.js'

/** In the transaction of that name. */
export const noteCommit: Put = {
  ...prepared('note commit', 'INSERT INTO commits (tenant_id, name) VALUES ($1, $2)'),
  table: 'commits',
}

const find = prepared('find commit', 'SELECT 1 AS one FROM commits WHERE tenant_id = $1 AND name = $2')
// Longer than anybody waits for a server that is away.
const dropOld = prepared(
  'drop commits',
  "DELETE FROM commits WHERE tenant_id = $1 AND at < now() - interval '10 minutes'",
)

/** One in so many sweeps out what nobody asks for any more. */
const sweepEvery = 200

export const sweepCommits = async (sql: Sql): Promise<unknown> =>
  Math.random() * sweepEvery < 1 ? sql.change(dropOld) : undefined

/** To be asked by whoever holds the tenant's line of `totals`: the transaction of that name is over then. */
export const wasCommitted = async (sql: Sql, name: string): Promise<boolean> =>
  (await sql.find(find, name)) !== undefined
