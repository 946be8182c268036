import type { NewMemory } from '../../../ports/store/write.js'
import { prepared, type Sql } from '../connection/sql.js'
import type { IdCache, Model } from './id-cache.js'

const namesByText = prepared(
  'names by text',
  'SELECT id, name FROM names WHERE tenant_id = $1 AND name = ANY($2::text[])',
)
const termsByText = prepared('terms', 'SELECT id, term FROM terms WHERE tenant_id = $1 AND term = ANY($2::text[])')
const allModels = prepared('models', 'SELECT id, identity, dimensions FROM models WHERE tenant_id = $1')
const rowsById = prepared(
  'rows of ids',
  'SELECT id, row, version FROM memories WHERE tenant_id = $1 AND id = ANY($2::text[])',
)

/** The row and version of a memory that a batch refers to. */
export interface KnownRow {
  readonly row: number
  readonly version: number
}

export async function findRows(sql: Sql, ids: readonly string[]): Promise<Map<string, KnownRow>> {
  if (ids.length === 0) return new Map()
  const rows = await sql.all<KnownRow & { id: string }>(rowsById, [...new Set(ids)])
  return new Map(rows.map(({ id, row, version }) => [id, { row, version }]))
}

export interface KnownNames {
  findName(name: string): number | undefined
}

/** Sessions, projects and speakers of new memories that are not cached. */
export function unknownNames(added: readonly NewMemory[], idCache: IdCache): string[] {
  const unknown = new Set<string>()
  for (const { memory, index } of added) {
    for (const name of [memory.session, memory.project, index.speaker]) {
      if (name !== null && !idCache.names.has(name)) unknown.add(name)
    }
  }
  return [...unknown]
}

export async function lookUpNames(sql: Sql, names: readonly string[], idCache: IdCache): Promise<void> {
  const found = await sql.all<{ id: number; name: string }>(namesByText, names)
  for (const { id, name } of found) idCache.names.set(name, id)
}

export async function lookUpTerms(sql: Sql, added: readonly NewMemory[], idCache: IdCache): Promise<void> {
  const asked = new Set<string>()
  for (const { index } of added) {
    for (const term of index.terms.keys()) if (!idCache.terms.has(term)) asked.add(term)
  }
  if (asked.size === 0) return
  const found = await sql.all<{ id: number; term: string }>(termsByText, [...asked])
  for (const { id, term } of found) idCache.terms.set(term, id)
}

/** Loads all models if one is not cached: there are few, and a new one gets the number after the highest. */
export async function lookUpModels(
  sql: Sql,
  identities: Iterable<string | undefined>,
  idCache: IdCache,
): Promise<void> {
  if ([...identities].every((identity) => identity === undefined || idCache.models.has(identity))) return
  const found = await sql.all<Model & { identity: string }>(allModels)
  for (const { identity, id, dimensions } of found) idCache.models.set(identity, { id, dimensions })
}
