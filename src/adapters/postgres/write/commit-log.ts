import { prepared, type Sql } from '../connection/sql.js'
import type { TableWrite } from '../connection/statement-batcher.js'

/** Recorded within the transaction that has this name. */
export const noteCommit: TableWrite = {
  ...prepared('note commit', 'INSERT INTO commits (tenant_id, name) VALUES ($1, $2)'),
  table: 'commits',
}

const find = prepared('find commit', 'SELECT 1 AS one FROM commits WHERE tenant_id = $1 AND name = $2')
// Longer than any call is retried.
const dropOld = prepared(
  'drop commits',
  "DELETE FROM commits WHERE tenant_id = $1 AND at < now() - interval '10 minutes'",
)

/** On average, one transaction in this many deletes old entries. */
const pruneEvery = 200

export const pruneCommits = async (sql: Sql): Promise<unknown> =>
  Math.random() * pruneEvery < 1 ? sql.change(dropOld) : undefined

/** The caller holds the lock on the tenant's row of `totals`, so the transaction with this name has ended. */
export const wasCommitted = async (sql: Sql, name: string): Promise<boolean> =>
  (await sql.find(find, name)) !== undefined
