import type { Json } from '../../memory/memory.js'
import { type Batch, StoreConflict } from '../../ports/memory-store.js'
import { serverNow } from './leases.js'
import { Rows, tableOf } from './rows.js'
import { prepared, type Sql } from './sql.js'
import type { Transaction } from './transaction.js'

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

export async function readBookmarks(sql: Sql, names: readonly string[]): Promise<Record<string, Json>> {
  const found = await sql.all<Stored>(byNames, names)
  return Object.fromEntries(found.map(({ name, value }) => [name, JSON.parse(value) as Json]))
}

/** Refused also while another has a lease of the name: who had to try too often has asked the others to wait. */
export async function assertBookmarks(
  sql: Sql,
  expected: Batch['expectBookmarks'] = {},
  holder?: string,
): Promise<void> {
  const names = Object.keys(expected)
  if (names.length === 0) return
  const [leased, stored] = await Promise.all([
    sql.all<{ name: string }>(leasedToOthers, names, holder ?? null),
    readBookmarks(sql, names),
  ])
  for (const { name } of leased) throw new StoreConflict(`${name} is being changed by another`)
  for (const [name, revision] of Object.entries(expected)) {
    if (revisionOf(stored[name]) !== revision) throw new StoreConflict(`${name} is no longer at ${revision}`)
  }
}

/** Null for one that is not there, or has none. */
const revisionOf = (value: Json | undefined): Json =>
  typeof value === 'object' && value !== null && 'revision' in value ? (value.revision ?? null) : null

export function sendBookmarks(transaction: Transaction, given: Batch['bookmarks'] = {}): void {
  const forgotten: string[] = []
  const kept = new Rows(bookmarks)
  for (const [name, value] of Object.entries(given)) {
    if (value === null) forgotten.push(name)
    else kept.add(name, JSON.stringify(value))
  }
  kept.send(transaction)
  if (forgotten.length > 0) transaction.send(dropByNames, forgotten)
}
