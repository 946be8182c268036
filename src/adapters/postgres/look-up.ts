import type { NewMemory } from '../../ports/memory-store.js'
import type { Model, Remembered } from './remembered.js'
import { prepared, type Sql } from './sql.js'

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

/** A memory as batches refer to it. */
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

/** Sessions, projects and speakers of what is to be added that nobody remembers yet. */
export function unknownNames(added: readonly NewMemory[], remembered: Remembered): string[] {
  const unknown = new Set<string>()
  for (const { memory, index } of added) {
    for (const name of [memory.session, memory.project, index.speaker]) {
      if (name !== null && !remembered.names.has(name)) unknown.add(name)
    }
  }
  return [...unknown]
}

export async function lookUpNames(sql: Sql, names: readonly string[], remembered: Remembered): Promise<void> {
  const found = await sql.all<{ id: number; name: string }>(namesByText, names)
  for (const { id, name } of found) remembered.names.set(name, id)
}

export async function lookUpTerms(sql: Sql, added: readonly NewMemory[], remembered: Remembered): Promise<void> {
  const asked = new Set<string>()
  for (const { index } of added) {
    for (const term of index.terms.keys()) if (!remembered.terms.has(term)) asked.add(term)
  }
  if (asked.size === 0) return
  const found = await sql.all<{ id: number; term: string }>(termsByText, [...asked])
  for (const { id, term } of found) remembered.terms.set(term, id)
}

/** All of them, when one is not known: there are few, and the next number is behind the highest. */
export async function lookUpModels(
  sql: Sql,
  identities: Iterable<string | undefined>,
  remembered: Remembered,
): Promise<void> {
  if ([...identities].every((identity) => identity === undefined || remembered.models.has(identity))) return
  const found = await sql.all<Model & { identity: string }>(allModels)
  for (const { identity, id, dimensions } of found) remembered.models.set(identity, { id, dimensions })
}
