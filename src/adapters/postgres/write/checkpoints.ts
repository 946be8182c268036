import type { Json } from '../../../memory/memory.js'
import { StoreConflict } from '../../../ports/store/errors.js'
import type { Batch } from '../../../ports/store/write.js'
import { prepared, type Sql } from '../connection/sql.js'
import type { Transaction } from '../connection/transaction.js'
import { serverNow } from '../coordinate/leases.js'
import { Rows, tableOf } from '../schema/bulk-insert.js'

interface Stored {
  readonly name: string
  readonly value: string
}

const bookmarks = tableOf(
  'bookmarks',
  { name: 'text', value: 'text' },
  'ON CONFLICT (tenant_id, name) DO UPDATE SET value = excluded.value',
)

const byNames = prepared(
  'bookmarks',
  'SELECT name, value FROM bookmarks WHERE tenant_id = $1 AND name = ANY($2::text[])',
)

const dropByNames = prepared('drop bookmarks', 'DELETE FROM bookmarks WHERE tenant_id = $1 AND name = ANY($2::text[])')

const leasedToOthers = prepared(
  'leased to others',
  `SELECT name FROM leases
   WHERE tenant_id = $1 AND name = ANY($2::text[]) AND holder IS DISTINCT FROM $3 AND expires_at > ${serverNow}`,
)

export async function readCheckpoints(sql: Sql, names: readonly string[]): Promise<Record<string, Json>> {
  const found = await sql.all<Stored>(byNames, names)
  return Object.fromEntries(found.map(({ name, value }) => [name, JSON.parse(value) as Json]))
}

/** Also fails while another process holds a lease of the name, which it takes after too many conflicts. */
export async function assertCheckpoints(
  sql: Sql,
  expected: Batch['expectCheckpoints'] = {},
  holder?: string,
): Promise<void> {
  const names = Object.keys(expected)
  if (names.length === 0) return
  const [leased, stored] = await Promise.all([
    sql.all<{ name: string }>(leasedToOthers, names, holder ?? null),
    readCheckpoints(sql, names),
  ])
  for (const { name } of leased) throw new StoreConflict(`${name} is being changed by another`)
  for (const [name, revision] of Object.entries(expected)) {
    if (revisionOf(stored[name]) !== revision) throw new StoreConflict(`${name} is no longer at ${revision}`)
  }
}

/** Null for a missing checkpoint, or one without a revision. */
const revisionOf = (value: Json | undefined): Json =>
  typeof value === 'object' && value !== null && 'revision' in value ? (value.revision ?? null) : null

export function sendCheckpoints(transaction: Transaction, given: Batch['checkpoints'] = {}): void {
  const deleted: string[] = []
  const stored = new Rows(bookmarks)
  for (const [name, value] of Object.entries(given)) {
    if (value === null) deleted.push(name)
    else stored.add(name, JSON.stringify(value))
  }
  stored.send(transaction)
  if (deleted.length > 0) transaction.send(dropByNames, deleted)
}
